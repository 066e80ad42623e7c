import { Link, Outlet } from "@tanstack/react-router";
import { Gate, IdentityBoundary, useSession } from "platform-session/react";

export function Layout() {
  const name = useSession(({ user }) => user?.name);
  return (
    <IdentityBoundary>
      <nav>
        <Link to="/">Home</Link> <Link to="/reports">Reports</Link>{" "}
        <Gate status="authenticated" fallback={<Link to="/sign-in">Sign in</Link>}>
          {name} <sign-out-button />
        </Gate>
      </nav>
      <session-notices />
      <main>
        <Outlet />
      </main>
    </IdentityBoundary>
  );
}
