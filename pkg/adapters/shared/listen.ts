// Listens to one event of the session.

import type { Session, SessionEvents } from "platform-session";

/**
 * Calls `listener` at each event; returns a function that ends that. Each call counts by itself: an `EventTarget` would take the same function,
 * given by two components, for one listener.
 */
export function listen<Type extends keyof SessionEvents>(
  session: Session,
  type: Type,
  listener: (event: SessionEvents[Type]) => void,
): () => void {
  const call = (event: SessionEvents[Type]) => listener(event);
  session.addEventListener(type, call);
  return () => session.removeEventListener(type, call);
}
