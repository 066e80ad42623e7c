import type { Session } from "platform-session";
import { getContext, setContext } from "svelte";
import { onNavigate } from "$app/navigation";

const key = Symbol("way back");

/** Remembers the identity that opened the address. Called in the layout, outside of the boundary. */
export function followAddress(session: Session) {
  let owner = session.identity;
  onNavigate(() => {
    owner = session.identity;
  });
  setContext(key, () => owner.signal.aborted);
}

/** Whether that identity has ended: then no other user may go back to the address. */
export const getHasEnded = (): (() => boolean) => getContext(key);
