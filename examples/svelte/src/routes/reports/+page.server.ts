import { redirect } from "@sveltejs/kit";
import { env } from "$env/dynamic/private";
import type { PageServerLoad } from "./$types";

// Where nothing is known nobody is led away: the page says what is waited for.
export const load: PageServerLoad = async ({ locals, request, url }) => {
  if (locals.session.gate({ status: "unauthenticated" }).granted)
    redirect(307, `/sign-in?from=${encodeURIComponent(url.pathname)}`);
  // `of` says whose it is: it may arrive, or still be there, when somebody else is shown.
  return { of: locals.session.snapshot.user?.id, agents: await agentsFor(request) };
};

async function agentsFor({ headers, signal }: Request): Promise<{ id: number; name: string }[]> {
  const baseUrl = env.PLATFORM_ORIGIN ?? "http://127.0.0.1:8787";
  const cookie = headers.get("cookie") ?? "";
  const answer = await fetch(`${baseUrl}/agent-hub-api/api/agent/list`, { headers: { cookie }, signal });
  return answer.ok ? (await answer.json()).agents : [];
}
