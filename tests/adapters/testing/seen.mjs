// Reads a session for the behaviours, as plain values.

export const EVENTS = [
  "signed-in",
  "signed-out",
  "permissions-changed",
  "cookie-refused",
  "revalidation-failed",
];

/** Records all that the session says from here on, in plain words, in order. */
export function record(session) {
  const said = [];
  const types = (event) => said.push(event.type + (event.detail.reason ? ` ${event.detail.reason}` : ""));
  for (const type of EVENTS) session.addEventListener(type, types);
  session.subscribe(({ status, stale, signOutPending, error }) =>
    said.push([status, stale && "stale", signOutPending && "pending", error?.code].filter(Boolean).join(" ")),
  );
  return said;
}

export const ended = (promise) =>
  promise.then(
    (value) => ({ value: value?.status ?? value ?? null }),
    ({ name, code, status, retryable, retryAfterMs }) => ({ name, code, status, retryable, retryAfterMs }),
  );
export const thrown = (act) => {
  try {
    return act();
  } catch (error) {
    return error.code ?? error.name;
  }
};
export const failure = (code, status, retryable) => ({
  name: "SessionError",
  code,
  status,
  retryable,
  retryAfterMs: null,
});
export const plain = (value) => JSON.parse(JSON.stringify(value));
export const isDeepFrozen = (value) =>
  Object(value) !== value || (Object.isFrozen(value) && Object.values(value).every(isDeepFrozen));
