import { Navigate } from "@tanstack/react-router";
import { isSessionError } from "platform-session";
import { useCan, useSessionClient } from "platform-session/react";
import { type FormEvent, useState } from "react";
import { signIn } from "./router";

export function SignIn() {
  const { login } = useSessionClient();
  const { signal } = signIn.useRouteContext();
  const isSignedIn = useCan({ status: "authenticated" });
  const { from } = signIn.useSearch();
  const [failure, setFailure] = useState<string | null>(null);

  // The way back: to where the guard led away from, if that is the same user's.
  if (isSignedIn) return <Navigate to={signal.aborted ? "/" : (from ?? "/")} replace />;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    try {
      await login({ email: String(form.get("email")), password: String(form.get("password")) });
    } catch (error) {
      const code = isSessionError(error) && error.code;
      // A second click on "Sign in" supersedes the first: that is no failure.
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
