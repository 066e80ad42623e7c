// A session that says that it ends soon, whatever is known of it.

export function endingSession(session) {
  const snapshot = { ...session.snapshot, status: "authenticated", expiring: true };
  const subscribe = (listener) => session.subscribe(() => listener(snapshot));
  return { __proto__: session, snapshot, subscribe };
}
