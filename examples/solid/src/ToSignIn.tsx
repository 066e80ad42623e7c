import { Navigate, useLocation } from "@solidjs/router";
import { base } from "./base";

/** Leads to the sign-in page, which can lead back to the whole address. `main.tsx` replaces the address as the identity ends. */
export function ToSignIn() {
  const address = useLocation();
  // The router adds the base to each address, so it is removed from this one.
  const from = () => address.pathname.slice(base.length) + address.search + address.hash;
  return <Navigate href={`/sign-in?from=${encodeURIComponent(from())}`} />;
}
