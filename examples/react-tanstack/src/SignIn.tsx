import { Navigate } from "@tanstack/react-router";
import { useCan } from "platform-session/react";
import { signIn } from "./router";

export function SignIn() {
  const { signal } = signIn.useRouteContext();
  const isSignedIn = useCan({ status: "authenticated" });
  const { from } = signIn.useSearch();
  // Goes back to the address that the guard has left, if the user is the same.
  if (isSignedIn) return <Navigate to={signal.aborted ? "/" : (from ?? "/")} replace />;
  return <sign-in-form sso />;
}
