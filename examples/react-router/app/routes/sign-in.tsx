import { isSessionError } from "platform-session";
import { useCan, useSessionClient } from "platform-session/react";
import { type SubmitEvent, useState } from "react";
import { Navigate, useLocation, useOutletContext, useSearchParams } from "react-router";

export default function SignIn() {
  const { login } = useSessionClient();
  const owner = useOutletContext<AbortSignal>();
  const isSignedIn = useCan({ status: "authenticated" });
  const [search] = useSearchParams();
  const { hash } = useLocation();
  const [failure, setFailure] = useState<string | null>(null);

  // Goes back to the address that the guard has left, if that is a route of this app, and the user is the same.
  const from = search.get("from") ?? "/";
  const isWayBack = /^\/(?![\s/\\])/.test(from) && !owner.aborted;
  if (isSignedIn) return <Navigate to={isWayBack ? from + hash : "/"} replace />;

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    try {
      await login({ email: String(form.get("email")), password: String(form.get("password")) });
    } catch (error) {
      const code = isSessionError(error) && error.code;
      // A second click on "Sign in" supersedes the first sign-in, which is not a failure.
      if (code === "superseded") return;
      setFailure(
        code === "invalid-credentials"
          ? "Wrong email address or password."
          : "Signing in failed. Please try again.",
      );
    }
  }

  return (
    <form onSubmit={submit}>
      <h1>Sign in</h1>
      <label>
        Email <input name="email" type="email" autoComplete="username" required />
      </label>
      <label>
        Password <input name="password" type="password" autoComplete="current-password" required />
      </label>
      <button type="submit">Sign in</button>
      {failure && <p role="alert">{failure}</p>}
    </form>
  );
}
