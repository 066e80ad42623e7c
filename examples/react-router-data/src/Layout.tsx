import { Gate, SignedIn, useSession } from "platform-session/react";
import { Link, Outlet, useNavigation } from "react-router";

export function Layout() {
  const { state } = useNavigation();
  const name = useSession(({ user }) => user?.name);
  return (
    <>
      <nav>
        <Link to="/">Agents</Link> <Link to="/reports?agent=1">Report</Link>{" "}
        <Gate status="authenticated">
          {name} <sign-out-button />
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
