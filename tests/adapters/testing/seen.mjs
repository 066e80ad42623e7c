// Turns what a session does into plain values, for the behaviours.

export const EVENTS = [
  "signed-in",
  "signed-out",
  "permissions-changed",
  "cookie-refused",
  "revalidation-failed",
];

/** Returns a list to which, from now on, each event and each change of the session adds an entry in words. */
export function record(session) {
  const log = [];
  const addEvent = (event) => log.push(event.type + (event.detail.reason ? ` ${event.detail.reason}` : ""));
  for (const type of EVENTS) session.addEventListener(type, addEvent);
  session.subscribe(({ status, stale, signOutPending, error }) =>
    log.push([status, stale && "stale", signOutPending && "pending", error?.code].filter(Boolean).join(" ")),
  );
  return log;
}

/** Resolves with the value of a promise, of a response or snapshot its status, or with the members of its error. */
export const outcomeOf = (promise) =>
  promise.then(
    (value) => ({ value: value?.status ?? value ?? null }),
    ({ name, code, status, retryable, retryAfterMs }) => ({ name, code, status, retryable, retryAfterMs }),
  );
/** Returns the result of `act`, or the code or the name of the error that it throws. */
export const resultOf = (act) => {
  try {
    return act();
  } catch (error) {
    return error.code ?? error.name;
  }
};
/** Returns the members of a `SessionError`, as `outcomeOf` gives them. */
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
