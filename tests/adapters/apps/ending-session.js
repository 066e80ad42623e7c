/** Wraps a session so that its snapshot always says that it ends soon. */

export function endingSession(session) {
  const snapshot = { ...session.snapshot, status: "authenticated", expiring: true };
  const subscribe = (listener) => session.subscribe(() => listener(snapshot));
  return { __proto__: session, snapshot, subscribe };
}
