import { useCan } from "platform-session/react";
import { Navigate, useSearchParams } from "react-router";

export function SignIn() {
  const isSignedIn = useCan({ status: "authenticated" });
  const [search] = useSearchParams();
  // Goes back to the address that `ToSignIn` has left, if that is a route of this app.
  const from = search.get("from") ?? "/";
  if (isSignedIn) return <Navigate to={/^\/(?![\s/\\])/.test(from) ? from : "/"} replace />;
  return <sign-in-form sso />;
}
