import { useSession } from "platform-session/react";
import { Navigate, Outlet, redirect, useLocation } from "react-router";
import { requestSession } from "../request-session";
import { Waiting } from "../Waiting";
import type { Route } from "./+types/protected";

const signIn = (from: string) => `/sign-in?from=${encodeURIComponent(from)}`;

// On the server, before any loader within. Where nothing is known nobody is led away: the page says what is waited for.
export const middleware: Route.MiddlewareFunction[] = [
  ({ request, context }) => {
    const { session } = context.get(requestSession);
    if (session.snapshot.status === "unauthenticated") throw redirect(signIn(new URL(request.url).pathname));
  },
];

/** In the browser, for as long as the route is shown. */
export default function Protected() {
  const status = useSession(({ status }) => status);
  const { pathname } = useLocation();
  if (status === "unknown") return <Waiting />;
  if (status === "unauthenticated") return <Navigate to={signIn(pathname)} replace />;
  return <Outlet />;
}
