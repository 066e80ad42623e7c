// Listens to an event of the session.

import type { Session, SessionEvents } from "platform-session";

/**
 * Gives what ends that. Each call counts by itself: an `EventTarget` takes the same function, of two components, for one.
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
