// What the next engine may have to hear: the messages of other tabs, and that the page was away.

export const isSignOut = (message) => message === "signed-out";

/**
 * Adds a message. `sign-out-over` takes its `signed-out` off the list, and counts as `changed`. All but `signed-out` are
 * listed once. So the list stays short, however long no engine runs.
 */
export function withMessage(messages, message) {
  const at = message === "sign-out-over" ? messages.indexOf("signed-out") : -1;
  const left = messages.filter((_, index) => index !== at);
  const added = message === "sign-out-over" ? "changed" : message;
  return !isSignOut(added) && left.includes(added) ? left : [...left, added];
}

/** The page is back from the cache. The engine hears that first. */
export const withReturn = (messages) => ["restored", ...withoutReturn(messages)];
export const hasReturned = (messages) => messages[0] === "restored";
/** A read has told since who is signed in. */
export const withoutReturn = (messages) => messages.filter((message) => message !== "restored");

/**
 * What stays on the list once an engine shows somebody. `signed-in` stays: that user may be from before it. The rest goes: no
 * guard stands any more, and the engine has read since the return.
 */
export const afterShown = (messages) => messages.filter((message) => message === "signed-in");

/**
 * What an engine is told as it begins. `first`: it takes over a read already sent. A `changed` may be newer than that read, so
 * it is passed on. `isKnown`: a user is known, or that there was none. Then the other messages are passed on, and requests wait
 * for a read.
 */
export const dueMessages = (messages, isKnown, first) =>
  messages.filter((message) => isSignOut(message) || (message === "changed" ? first : isKnown));
