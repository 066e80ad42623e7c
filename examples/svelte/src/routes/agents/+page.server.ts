import { redirect } from "@sveltejs/kit";
import { orThrow } from "platform-session/errors";
import { resolve } from "$app/paths";
import { env } from "$env/dynamic/private";
import type { PageServerLoad } from "./$types";

export const load: PageServerLoad = async ({ locals: { session }, request, url }) => {
  const { status, user } = session.snapshot;
  if (status === "unauthenticated")
    redirect(307, `${resolve("/sign-in")}?from=${encodeURIComponent(url.pathname + url.search)}`);
  // While the user is not known, no list is loaded.
  return { of: user?.id, agents: user ? await agentsFor(request) : [] };
};

async function agentsFor({ headers, signal }: Request): Promise<{ id: number; name: string }[]> {
  const baseUrl = env.PLATFORM_ORIGIN ?? "http://127.0.0.1:8787";
  const cookie = headers.get("cookie") ?? "";
  const url = `${baseUrl}/agent-hub-api/api/agent/list`;
  // A failed request must not look like an empty list: `+error.svelte` shows in place of the page.
  const { agents } = await orThrow(await fetch(url, { headers: { cookie }, signal })).json();
  return agents;
}
