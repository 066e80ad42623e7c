import { redirect } from "@sveltejs/kit";
import type { PageServerLoad } from "./$types";

// Where nothing is known nobody is led away: the page says what is waited for.
export const load: PageServerLoad = ({ locals, url }) => {
  if (locals.session.gate({ status: "unauthenticated" }).granted)
    redirect(307, `/sign-in?from=${encodeURIComponent(url.pathname)}`);
};
