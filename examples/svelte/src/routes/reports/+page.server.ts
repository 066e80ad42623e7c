import { redirect } from "@sveltejs/kit";
import { resolve } from "$app/paths";
import type { PageServerLoad } from "./$types";

// While nothing is known the page stays, and says what it waits for. The browser keeps the fragment.
export const load: PageServerLoad = ({ locals, url }) => {
  if (locals.session.gate({ status: "unauthenticated" }).granted)
    redirect(307, `${resolve("/sign-in")}?from=${encodeURIComponent(url.pathname + url.search)}`);
};
