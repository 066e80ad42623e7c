import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { orThrow } from "platform-session/errors";
import { SignedIn } from "platform-session/react";
import { Own } from "../Own";
import { requestSession } from "../request-session";
import { type Query, signInFrom } from "../sign-in-from";
import { ToSignIn } from "../ToSignIn";
import { Waiting } from "../Waiting";

export default async function Page({ searchParams }: { searchParams: Query }) {
  const { session } = await requestSession();
  const { status, user } = session.snapshot;
  if (status === "unauthenticated") redirect(await signInFrom("/agents", searchParams));
  return (
    <SignedIn fallback={<ToSignIn />} pending={<Waiting />}>
      <Own of={user?.id}>
        <section aria-label="Agents">
          <h1>Agents</h1>
          {(user ? await loadAgents() : []).map(({ id, name }) => (
            <p key={id}>{name}</p>
          ))}
        </section>
      </Own>
    </SignedIn>
  );
}

async function loadAgents(): Promise<{ id: number; name: string }[]> {
  const cookie = (await headers()).get("cookie") ?? "";
  const url = `${process.env.PLATFORM_ORIGIN}/agent-hub-api/api/agent/list`;
  // A failed request must not look like an empty list: `error.tsx` shows in place of the page.
  const answer = orThrow(await fetch(url, { headers: { cookie }, cache: "no-store" }));
  const { agents } = await answer.json();
  return agents;
}
