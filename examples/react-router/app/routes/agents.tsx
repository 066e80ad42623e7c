import { orThrow } from "platform-session/errors";
import { useSession } from "platform-session/react";
import { requestSession } from "../request-session";
import { useOwn } from "../useOwn";
import type { Route } from "./+types/agents";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { user } = context.get(requestSession).session.snapshot;
  // While the user is not known, no list is loaded.
  return { of: user?.id, agents: user ? await agentsFor(request) : [] };
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
  const url = `${baseUrl}/agent-hub-api/api/agent/list`;
  const { agents } = await orThrow(await fetch(url, { headers: { cookie }, signal })).json();
  return agents;
}

/** Shown in place of the page: a failed request must not look like an empty list. */
export function ErrorBoundary() {
  return <p role="alert">The agents cannot be shown.</p>;
}
