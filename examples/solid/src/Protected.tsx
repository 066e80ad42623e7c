import { Navigate, useLocation } from "@solidjs/router";
import { Gate, useSessionClient } from "platform-session/solid";
import type { ParentProps } from "solid-js";
import { base } from "./base";
import { Waiting } from "./Waiting";

/** The routes within are for those who are signed in. */
export function Protected(props: ParentProps) {
  const { signal } = useSessionClient().identity;
  const address = useLocation();
  // The router puts the base before each address, and so it is taken off this one.
  const path = () => address.pathname.slice(base.length);
  // The way back. After a sign-out it is not the next user's.
  const from = () => (signal.aborted ? "/" : path() + address.search + address.hash);
  return (
    <Gate
      status="authenticated"
      pending={<Waiting />}
      fallback={<Navigate href={`/sign-in?from=${encodeURIComponent(from())}`} />}
    >
      {props.children}
    </Gate>
  );
}
