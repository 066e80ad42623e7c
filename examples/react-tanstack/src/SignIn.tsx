import { Navigate } from "@tanstack/react-router";
import { useCan } from "platform-session/react";
import { signIn } from "./router";

export function SignIn() {
  const { signal } = signIn.useRouteContext();
  const isSignedIn = useCan({ status: "authenticated" });
  const { from } = signIn.useSearch();
  // The way back: to where the guard led away from, if that is the same user's.
  if (isSignedIn) return <Navigate to={signal.aborted ? "/" : (from ?? "/")} replace />;
  return <sign-in-form sso />;
}
