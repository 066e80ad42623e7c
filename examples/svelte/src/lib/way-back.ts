import type { Session } from "platform-session";
import { getContext, setContext } from "svelte";
import { onNavigate } from "$app/navigation";

const key = Symbol("way back");

/** In the layout, outside of the boundary: remembers the identity that has come to the address. */
export function followAddress(session: Session) {
  let owner = session.identity;
  onNavigate(() => {
    owner = session.identity;
  });
  setContext(key, () => owner.signal.aborted);
}

/** Whether that identity has ended: then the address, and the way back in it, are not the next user's. */
export const getHasEnded = (): (() => boolean) => getContext(key);
