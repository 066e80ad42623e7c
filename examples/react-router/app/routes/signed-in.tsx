import { SignedIn } from "platform-session/react";
import { createPath, Navigate, Outlet, redirect, useLocation, useOutletContext } from "react-router";
import { requestSession } from "../request-session";
import { Waiting } from "../Waiting";
import type { Route } from "./+types/signed-in";

const signIn = (from: string) => `/sign-in?from=${encodeURIComponent(from)}`;

// On the server, before any loader within. Where nothing is known no user is led away: the page says what is waited for.
export const middleware: Route.MiddlewareFunction[] = [
  ({ request, context }) => {
    const { session } = context.get(requestSession);
    const { pathname, search } = new URL(request.url);
    // The base (`basename`) is in the address of a redirect, and not in `from`. The browser keeps the fragment.
    const base = import.meta.env.BASE_URL.slice(0, -1);
    const from = pathname.slice(base.length) + search;
    if (session.snapshot.status === "unauthenticated") throw redirect(base + signIn(from));
  },
];

/** In the browser, for as long as the route is shown. */
export default function SignedInRoutes() {
  const owner = useOutletContext<AbortSignal>();
  const address = createPath(useLocation());
  // After a sign-out the address is not the next user's.
  const toSignIn = <Navigate to={signIn(owner.aborted ? "/" : address)} replace />;
  return (
    <SignedIn fallback={toSignIn} pending={<Waiting />}>
      <Outlet />
    </SignedIn>
  );
}
