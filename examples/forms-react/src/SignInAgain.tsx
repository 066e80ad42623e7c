import { isSessionError } from "platform-session";
import { useReauthentication } from "platform-session/react";
import type { ReauthenticationRequest } from "platform-session/reauthentication";
import { type SubmitEvent, useLayoutEffect, useRef, useState } from "react";
import { reauthentication } from "./session";

/** Shown while a request waits for a new sign-in. */
export function SignInAgain() {
  const request = useReauthentication(reauthentication);
  return request && <Dialog request={request} />;
}

function Dialog({ request }: { request: ReauthenticationRequest }) {
  const { reason, user, login, cancel } = request;
  const dialog = useRef<HTMLDialogElement>(null);
  const [failure, setFailure] = useState("");

  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    // Moves the focus back to where it was.
    return () => current?.close();
  }, []);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setFailure("");
    try {
      await login({ email: String(form.get("email")), password: String(form.get("password")) });
    } catch (error) {
      if (!isSessionError(error) || error.expected) return;
      setFailure(
        error.code === "invalid-credentials"
          ? "Wrong email address or password."
          : "Signing in failed. Please try again.",
      );
    }
  }

  return (
    <dialog ref={dialog} onCancel={cancel} aria-labelledby="again">
      <p id="again">{reason === "ended" ? "Sign in again to go on." : "Sign in once more to go on."}</p>
      <form onSubmit={submit}>
        <label>
          Email <input name="email" type="email" autoComplete="username" defaultValue={user?.email} />
        </label>
        <label>
          Password <input name="password" type="password" autoComplete="current-password" />
        </label>
        <p role="alert">{failure}</p>
        <button type="submit">Sign in</button>
        <button type="button" onClick={cancel}>
          Not now
        </button>
      </form>
    </dialog>
  );
}
