import { useSession } from "platform-session/react";
import { requestSession } from "../request-session";
import { useOwn } from "../useOwn";
import type { Route } from "./+types/agents";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { session } = context.get(requestSession);
  return { of: session.snapshot.user?.id, agents: await agentsFor(request) };
}

export default function Agents({ loaderData }: Route.ComponentProps) {
  const name = useSession(({ user }) => user?.name);
  const own = useOwn(loaderData);
  return (
    <section aria-label="Agents">
      <h1>Agents of {name}</h1>
      {own ? own.agents.map(({ id, name }) => <p key={id}>{name}</p>) : <p>One moment…</p>}
    </section>
  );
}

async function agentsFor({ headers, signal }: Request): Promise<{ id: number; name: string }[]> {
  const baseUrl = process.env.PLATFORM_ORIGIN ?? "http://127.0.0.1:8787";
  const cookie = headers.get("cookie") ?? "";
  const answer = await fetch(`${baseUrl}/agent-hub-api/api/agent/list`, { headers: { cookie }, signal });
  return answer.ok ? (await answer.json()).agents : [];
}
