import { useSession } from "platform-session/solid";
import { Match, Switch } from "solid-js";

/** Shown while nothing is known: which is not the same as being signed out. */
export function Waiting() {
  const session = useSession();
  return (
    <Switch fallback={<p>One moment…</p>}>
      <Match when={session().error && session().signOutPending}>
        <p role="alert">You are not signed out yet. Trying again…</p>
      </Match>
      <Match when={session().error}>
        <p role="alert">The service cannot be reached. Trying again…</p>
      </Match>
    </Switch>
  );
}
