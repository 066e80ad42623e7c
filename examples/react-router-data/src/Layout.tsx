import { Gate, SignedIn, useSession, useSessionClient } from "platform-session/react";
import { Link, Outlet, useNavigation } from "react-router";

export function Layout() {
  const { logout } = useSessionClient();
  const { state } = useNavigation();
  const name = useSession(({ user }) => user?.name);
  return (
    <>
      <nav>
        <Link to="/">Agents</Link> <Link to="/reports?agent=1">Report</Link>{" "}
        <Gate status="authenticated">
          {name} {/* A sign-out that fails is sent again by itself, and the form says so. */}
          <button type="button" onClick={() => logout().catch(() => {})}>
            Sign out
          </button>
        </Gate>
      </nav>
      <section aria-label="Agents" aria-busy={state === "loading"}>
        <SignedIn>
          <Outlet />
        </SignedIn>
      </section>
    </>
  );
}
