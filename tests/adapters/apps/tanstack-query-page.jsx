// A list by TanStack Query in React, over the real session, with the package's dialog and form. With `?suspense` the list suspends, and a
// `<Suspense>` is around the cache.

import { QueryClient, QueryClientProvider, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { pageSession } from "/pkg/index.js";
import { queryClientPerIdentity } from "../../../pkg/adapters/data/data.js";
import { orThrow } from "../../../pkg/adapters/errors/errors.js";
import {
  IdentityBoundary,
  SessionProvider,
  SignedIn,
  useIdentity,
  useSession,
  useSessionClient,
} from "../../../pkg/adapters/react/react.js";
import { defineSignInForm, signInDialog } from "../../../pkg/adapters/sign-in-form/sign-in-form.js";

const session = pageSession({ reauthenticate: signInDialog() });
defineSignInForm(session);
globalThis.session = session;
globalThis.clients = 0;

const clientOf = queryClientPerIdentity((queries) => {
  globalThis.clients += 1;
  return new QueryClient({ defaultOptions: { queries } });
});

const Cache = ({ children }) => (
  <QueryClientProvider client={clientOf(useSessionClient())}>{children}</QueryClientProvider>
);

function useAgents(useAny) {
  const { fetch } = useIdentity();
  return useAny({
    queryKey: ["agents"],
    queryFn: async ({ signal }) => {
      const { agents } = await orThrow(await fetch("/agent-hub-api/api/agent/list", { signal })).json();
      return agents;
    },
  });
}

function List({ agents, isError }) {
  const name = useSession(({ user }) => user?.name);
  return (
    <section>
      <h1>Agents of {name}</h1>
      {isError && <p role="alert">The agents cannot be shown.</p>}
      {agents?.map((agent) => (
        <p key={agent.id}>{agent.name}</p>
      ))}
    </section>
  );
}

function Agents() {
  const { data, isError } = useAgents(useQuery);
  return <List agents={data} isError={isError} />;
}

function SuspendingAgents() {
  const { data } = useAgents(useSuspenseQuery);
  return <List agents={data} isError={false} />;
}

const isSuspending = location.search === "?suspense";
const form = <sign-in-form />;
const cached = (
  <Cache>
    <SignedIn fallback={form} pending={form}>
      {isSuspending ? <SuspendingAgents /> : <Agents />}
    </SignedIn>
  </Cache>
);

createRoot(document.getElementById("app")).render(
  <StrictMode>
    <SessionProvider session={session}>
      <IdentityBoundary>
        {isSuspending ? <Suspense fallback={<p>One moment…</p>}>{cached}</Suspense> : cached}
      </IdentityBoundary>
    </SessionProvider>
  </StrictMode>,
);
