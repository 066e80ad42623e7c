import { SignedIn } from "platform-session/react";
import { createPath, Navigate, Outlet, redirect, useLocation, useOutletContext } from "react-router";
import { requestSession } from "../request-session";
import { Waiting } from "../Waiting";
import type { Route } from "./+types/signed-in";

const signIn = (from: string) => `/sign-in?from=${encodeURIComponent(from)}`;

// This runs on the server, before the loaders within. While the session is unknown the page stays, and says why it waits.
export const middleware: Route.MiddlewareFunction[] = [
  ({ request, context }) => {
    const { session } = context.get(requestSession);
    const { pathname, search } = new URL(request.url);
    // The address of a redirect includes the base (`basename`), but `from` does not. The browser keeps the fragment.
    const base = import.meta.env.BASE_URL.slice(0, -1);
    const from = pathname.slice(base.length) + search;
    if (session.snapshot.status === "unauthenticated") throw redirect(base + signIn(from));
  },
];

/** Follows the session in the browser while the route is shown. */
export default function SignedInRoutes() {
  const owner = useOutletContext<AbortSignal>();
  const address = createPath(useLocation());
  // After a sign-out the next user must not get this address.
  const toSignIn = <Navigate to={signIn(owner.aborted ? "/" : address)} replace />;
  return (
    <SignedIn fallback={toSignIn} pending={<Waiting />}>
      <Outlet />
    </SignedIn>
  );
}
