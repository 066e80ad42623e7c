import { useIdentity, useReauthentication } from "platform-session/react";
import { useState } from "react";

/** A draft, and a form to sign in again while a save waits for that. */
export function Draft({ reauthentication }) {
  const { fetch } = useIdentity();
  const request = useReauthentication(reauthentication);
  const [outcome, setOutcome] = useState("A draft");
  const [failure, setFailure] = useState("");

  const save = async () => {
    try {
      const { status } = await fetch("/agent-hub-api/api/workspace", { method: "POST", body: "{}" });
      setOutcome(status === 200 ? "Saved" : `Not saved: ${status}`);
    } catch (error) {
      setOutcome(`Not saved: ${error.code}`);
    }
  };
  const signIn = async (event) => {
    event.preventDefault();
    const { password } = event.currentTarget.elements;
    try {
      await request.login({ email: request.user.email, password: password.value });
    } catch {
      setFailure("Wrong password");
    }
  };

  return (
    <>
      <p>{outcome}</p>
      <button type="button" onClick={save}>
        Save
      </button>
      {request && (
        <form onSubmit={signIn}>
          <label>
            Password <input name="password" type="password" />
          </label>
          <p role="alert">{failure}</p>
          <button type="submit">Sign in</button>
          <button type="button" onClick={request.cancel}>
            Not now
          </button>
        </form>
      )}
    </>
  );
}
