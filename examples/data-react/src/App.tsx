import { SignedIn, useSession, useSessionClient } from "platform-session/react";
import { ApolloAgents } from "./Apollo";
import { RtkQueryAgents } from "./RtkQuery";
import { SignIn } from "./SignIn";
import { SwrAgents } from "./Swr";
import { TanStackQueryAgents } from "./TanStackQuery";

export function App() {
  const { logout } = useSessionClient();
  const name = useSession(({ user }) => user?.name);
  return (
    <SignedIn fallback={<SignIn />} pending={<p>One moment…</p>}>
      <h1>Agents of {name}</h1>
      <button type="button" onClick={() => logout().catch(() => {})}>
        Sign out
      </button>
      <TanStackQueryAgents />
      <SwrAgents />
      <ApolloAgents />
      <RtkQueryAgents />
    </SignedIn>
  );
}
