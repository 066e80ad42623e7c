import { QueryClientProvider } from "@tanstack/react-query";
import { SignedIn, useSession, useSessionClient } from "platform-session/react";
import { ApolloAgents } from "./Apollo";
import { RtkQueryAgents } from "./RtkQuery";
import { SignIn } from "./SignIn";
import { SwrAgents } from "./Swr";
import { clientOf } from "./session";
import { TanStackQueryAgents } from "./TanStackQuery";

export function App() {
  const session = useSessionClient();
  const name = useSession(({ user }) => user?.name);
  return (
    <QueryClientProvider client={clientOf(session)}>
      <SignedIn fallback={<SignIn />} pending={<p>One moment…</p>}>
        <h1>Agents of {name}</h1>
        <button type="button" onClick={() => session.logout().catch(() => {})}>
          Sign out
        </button>
        <TanStackQueryAgents />
        <SwrAgents />
        <ApolloAgents />
        <RtkQueryAgents />
      </SignedIn>
    </QueryClientProvider>
  );
}
