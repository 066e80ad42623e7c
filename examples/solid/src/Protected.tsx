import { Navigate, useLocation } from "@solidjs/router";
import { Gate } from "platform-session/solid";
import type { ParentProps } from "solid-js";
import { Waiting } from "./Waiting";

/** The routes within are for those who are signed in. */
export function Protected(props: ParentProps) {
  const { pathname } = useLocation();
  return (
    <Gate
      status="authenticated"
      pending={<Waiting />}
      fallback={<Navigate href="/sign-in" state={{ from: pathname }} />}
    >
      {props.children}
    </Gate>
  );
}
