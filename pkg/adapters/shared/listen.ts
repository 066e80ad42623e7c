// Listens to one event of the session.

import type { Session, SessionEvents } from "platform-session";

/**
 * Calls `listener` at each event, until the returned function is called. Each call of `listen` adds a listener of its own: an `EventTarget` would
 * call a function that two components pass only once.
 */
export function listen<Type extends keyof SessionEvents>(
  session: Session,
  type: Type,
  listener: (event: SessionEvents[Type]) => void,
): () => void {
  const ownListener = (event: SessionEvents[Type]) => listener(event);
  session.addEventListener(type, ownListener);
  return () => session.removeEventListener(type, ownListener);
}
