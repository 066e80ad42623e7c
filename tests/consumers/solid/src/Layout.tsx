import { A } from "@solidjs/router";
import { Gate, useSession, useSessionClient } from "platform-session/solid";
import type { ParentProps } from "solid-js";

export function Layout(props: ParentProps) {
  const session = useSession();
  const { logout } = useSessionClient();
  return (
    <>
      <nav>
        <A href="/">Home</A> <A href="/reports">Reports</A>{" "}
        <Gate status="authenticated" fallback={<A href="/sign-in">Sign in</A>}>
          {session().user?.name} {/* A sign-out that fails is told again by itself: see `signOutPending`. */}
          <button type="button" onClick={() => logout().catch(() => {})}>
            Sign out
          </button>
        </Gate>
      </nav>
      <main>{props.children}</main>
    </>
  );
}
