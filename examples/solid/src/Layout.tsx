import { A } from "@solidjs/router";
import { Gate, useSession, useSessionClient } from "platform-session/solid";
import { type ParentProps, Show } from "solid-js";

export function Layout(props: ParentProps) {
  const session = useSession();
  const { logout } = useSessionClient();
  return (
    <>
      <nav>
        <A href="/">Home</A> <A href="/notes">Notes</A> <A href="/reports">Reports</A>{" "}
        <Gate status="authenticated" fallback={<A href="/sign-in">Sign in</A>}>
          {session().user?.name} {/* A sign-out that fails is sent again by itself: see `signOutPending`. */}
          <button type="button" onClick={() => logout().catch(() => {})}>
            Sign out
          </button>
        </Gate>
      </nav>
      <Show when={session().status === "unknown" && session().signOutPending}>
        <p role="alert">You are not signed out yet. Trying again…</p>
      </Show>
      <main>{props.children}</main>
    </>
  );
}
