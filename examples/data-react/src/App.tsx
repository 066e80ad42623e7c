import { captureException } from "@sentry/browser";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { queryClientPerIdentity } from "platform-session/data";
import { SignedIn, useSession, useSessionClient } from "platform-session/react";
import { ApolloAgents } from "./Apollo";
import { RtkQueryAgents } from "./RtkQuery";
import { SignIn } from "./SignIn";
import { SwrAgents } from "./Swr";
import { TanStackQueryAgents } from "./TanStackQuery";

/** Returns the client of the current identity. */
const clientOf = queryClientPerIdentity(QueryClient, { onError: captureException });

export function App() {
  const session = useSessionClient();
  const name = useSession(({ user }) => user?.name);
  return (
    <QueryClientProvider client={clientOf(session)}>
      <session-notices />
      <SignedIn fallback={<SignIn />} pending={<p>One moment…</p>}>
        <h1>Agents of {name}</h1>
        <sign-out-button />
        <TanStackQueryAgents />
        <SwrAgents />
        <ApolloAgents />
        <RtkQueryAgents />
      </SignedIn>
    </QueryClientProvider>
  );
}
