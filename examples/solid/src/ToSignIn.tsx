import { Navigate, useLocation } from "@solidjs/router";
import { base } from "./base";

/** Leads to the sign-in page, with the whole address as the way back. As the identity ends, `main.tsx` takes it away. */
export function ToSignIn() {
  const address = useLocation();
  // The router puts the base before each address, and so it is taken off this one.
  const from = () => address.pathname.slice(base.length) + address.search + address.hash;
  return <Navigate href={`/sign-in?from=${encodeURIComponent(from())}`} />;
}
