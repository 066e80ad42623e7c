import { Gate, useSession } from "platform-session/react";
import { requestSession } from "../request-session";
import { useOwn } from "../useOwn";
import type { Route } from "./+types/reports";

// `of` says whose it is: it may arrive, or still be there, when somebody else is shown.
export async function loader({ context, request }: Route.LoaderArgs) {
  const { session } = context.get(requestSession);
  return { of: session.snapshot.user?.id, agents: await agentsFor(request) };
}

async function agentsFor({ headers, signal }: Request): Promise<{ id: number; name: string }[]> {
  const baseUrl = process.env.PLATFORM_ORIGIN ?? "http://127.0.0.1:8787";
  const cookie = headers.get("cookie") ?? "";
  const answer = await fetch(`${baseUrl}/agent-hub-api/api/agent/list`, { headers: { cookie }, signal });
  return answer.ok ? (await answer.json()).agents : [];
}

export default function Reports({ loaderData }: Route.ComponentProps) {
  const name = useSession(({ user }) => user?.name);
  const own = useOwn(loaderData);
  return (
    <>
      <h1>Reports of {name}</h1>
      <Gate feature="chat-history" fallback={<p>No chats in your plan.</p>}>
        <p>Your chats.</p>
      </Gate>
      <Gate atLeast="expert" fallback={<p>For experts.</p>}>
        <p>Reports of everybody.</p>
      </Gate>
      <section aria-label="Agents">
        {own ? own.agents.map(({ id, name }) => <p key={id}>{name}</p>) : <p>Loading…</p>}
      </section>
    </>
  );
}
