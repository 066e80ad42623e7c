import { useSession } from "platform-session/solid";
import { Show } from "solid-js";

/** Shown while the session is unknown, which does not mean signed out. */
export function Waiting() {
  const session = useSession();
  return (
    <Show when={session().error} fallback={<p>One moment…</p>}>
      {(error) => (
        <p role="alert">
          {error().retryable ? "The service cannot be reached. Trying again…" : "Something went wrong."}
        </p>
      )}
    </Show>
  );
}
