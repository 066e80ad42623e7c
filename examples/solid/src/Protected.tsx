import { Navigate, useLocation } from "@solidjs/router";
import { SignedIn } from "platform-session/solid";
import type { ParentProps } from "solid-js";
import { base } from "./base";
import { Waiting } from "./Waiting";

/** The routes within are for those who are signed in. */
export function Protected(props: ParentProps) {
  const address = useLocation();
  // The way back. The router puts the base before each address, and so it is taken off this one.
  const from = () => address.pathname.slice(base.length) + address.search + address.hash;
  return (
    <SignedIn
      pending={<Waiting />}
      fallback={<Navigate href={`/sign-in?from=${encodeURIComponent(from())}`} />}
    >
      {props.children}
    </SignedIn>
  );
}
