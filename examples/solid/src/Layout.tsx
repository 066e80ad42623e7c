import { A } from "@solidjs/router";
import { Gate, useSession } from "platform-session/solid";
import type { ParentProps } from "solid-js";

export function Layout(props: ParentProps) {
  const session = useSession();
  return (
    <>
      <nav>
        <A href="/">Home</A> <A href="/notes">Notes</A> <A href="/reports">Reports</A>{" "}
        <Gate status="authenticated" fallback={<A href="/sign-in">Sign in</A>}>
          {session().user?.name} <sign-out-button />
        </Gate>
      </nav>
      <session-notices />
      <main>{props.children}</main>
    </>
  );
}
