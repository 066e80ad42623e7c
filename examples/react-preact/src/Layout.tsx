import { Gate, useSession, useSessionClient } from "platform-session/react";
import { Link, Outlet } from "react-router";

export function Layout() {
  const { logout } = useSessionClient();
  const name = useSession(({ user }) => user?.name);
  return (
    <>
      <nav>
        <Link to="/">Home</Link> <Link to="/notes">Notes</Link> <Link to="/reports">Reports</Link>{" "}
        <Gate status="authenticated" fallback={<Link to="/sign-in">Sign in</Link>}>
          {name} {/* A sign-out that fails is sent again by itself, and the notices say so. */}
          <button type="button" onClick={() => logout().catch(() => {})}>
            Sign out
          </button>
        </Gate>
      </nav>
      <session-notices />
      <main>
        <Outlet />
      </main>
    </>
  );
}
