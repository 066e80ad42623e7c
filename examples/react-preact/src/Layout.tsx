import { Gate, useSession } from "platform-session/react";
import { Link, Outlet } from "react-router";

export function Layout() {
  const name = useSession(({ user }) => user?.name);
  return (
    <>
      <nav>
        <Link to="/">Home</Link> <Link to="/notes">Notes</Link> <Link to="/reports">Reports</Link>{" "}
        <Gate status="authenticated" fallback={<Link to="/sign-in">Sign in</Link>}>
          {name} <sign-out-button />
        </Gate>
      </nav>
      <session-notices />
      <main>
        <Outlet />
      </main>
    </>
  );
}
