// Listens to an event of the session.

/**
 * Gives what ends that. Each call counts by itself: an `EventTarget` takes the same function, of two components, for one.
 * @param {import("platform-session").Session} session
 */
export function listen(session, type, listener) {
  const call = (event) => listener(event);
  session.addEventListener(type, call);
  return () => session.removeEventListener(type, call);
}
