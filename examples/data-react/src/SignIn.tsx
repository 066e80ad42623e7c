import { isExpected } from "platform-session/errors";
import { useSessionClient } from "platform-session/react";
import { type SubmitEvent, useState } from "react";

export function SignIn() {
  const { login } = useSessionClient();
  const [hasFailed, setHasFailed] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    try {
      await login({ email: String(form.get("email")), password: String(form.get("password")) });
    } catch (error) {
      // A second click on "Sign in" supersedes the first sign-in, which is not a failure.
      setHasFailed(!isExpected(error));
    }
  }

  return (
    <form onSubmit={submit}>
      <label>
        Email <input name="email" type="email" autoComplete="username" required />
      </label>
      <label>
        Password <input name="password" type="password" autoComplete="current-password" required />
      </label>
      <button type="submit">Sign in</button>
      {hasFailed && <p role="alert">Signing in failed.</p>}
    </form>
  );
}
