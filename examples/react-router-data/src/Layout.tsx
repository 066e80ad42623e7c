import { Gate, SignedIn, useSession, useSessionClient } from "platform-session/react";
import { Link, Outlet, useNavigation } from "react-router";
import { SignIn } from "./SignIn";
import { Waiting } from "./Waiting";

export function Layout() {
  const { logout } = useSessionClient();
  const { state } = useNavigation();
  const name = useSession(({ user }) => user?.name);
  const isNotSignedOut = useSession(({ status, signOutPending }) => status === "unknown" && signOutPending);
  return (
    <>
      <nav>
        <Link to="/">Agents</Link> <Link to="/reports?agent=1">Report</Link>{" "}
        <Gate status="authenticated">
          {name} {/* A sign-out that fails is sent again by itself: see `isNotSignedOut`. */}
          <button type="button" onClick={() => logout().catch(() => {})}>
            Sign out
          </button>
        </Gate>
      </nav>
      {isNotSignedOut && <p role="alert">You are not signed out yet. Trying again…</p>}
      <section aria-label="Agents" aria-busy={state === "loading"}>
        <SignedIn fallback={<SignIn />} pending={<Waiting />}>
          <Outlet />
        </SignedIn>
      </section>
    </>
  );
}
