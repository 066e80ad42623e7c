import { isSessionError } from "platform-session";
import { useSessionClient } from "platform-session/solid";
import { createSignal, Show } from "solid-js";

/** The form does not navigate: once a user is signed in, the component around it shows something else. */
export function SignInForm() {
  const { login } = useSessionClient();
  const [failure, setFailure] = createSignal("");

  async function submit(event: SubmitEvent & { currentTarget: HTMLFormElement }) {
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
        Email <input name="email" type="email" autocomplete="username" required />
      </label>
      <label>
        Password <input name="password" type="password" autocomplete="current-password" required />
      </label>
      <button type="submit">Sign in</button>
      <Show when={failure()}>
        <p role="alert">{failure()}</p>
      </Show>
    </form>
  );
}
