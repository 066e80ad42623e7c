import { redirect } from "@sveltejs/kit";
import { env } from "$env/dynamic/private";
import type { PageServerLoad } from "./$types";

export const load: PageServerLoad = async ({ locals: { session }, request, url }) => {
  const { status, user } = session.snapshot;
  if (status === "unauthenticated")
    redirect(307, `/sign-in?from=${encodeURIComponent(url.pathname + url.search)}`);
  return { of: user?.id, agents: await agentsFor(request) };
};

async function agentsFor({ headers, signal }: Request): Promise<{ id: number; name: string }[]> {
  const baseUrl = env.PLATFORM_ORIGIN ?? "http://127.0.0.1:8787";
  const cookie = headers.get("cookie") ?? "";
  const answer = await fetch(`${baseUrl}/agent-hub-api/api/agent/list`, { headers: { cookie }, signal });
  return answer.ok ? (await answer.json()).agents : [];
}
