import { redirect } from "@sveltejs/kit";
import { resolve } from "$app/paths";
import type { PageServerLoad } from "./$types";

// While the session is unknown the page stays, and says why it waits. The browser keeps the fragment.
export const load: PageServerLoad = ({ locals, url }) => {
  if (locals.session.gate({ status: "unauthenticated" }).granted)
    redirect(307, `${resolve("/sign-in")}?from=${encodeURIComponent(url.pathname + url.search)}`);
};
