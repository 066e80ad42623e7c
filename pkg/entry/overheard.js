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
 * What stays on the list once an engine shows somebody. `signed-in` stays: the engine need not have read since, so that may
 * be somebody else. The rest goes: no sign-out of another tab guards any more, and the engine has read since the return.
 */
export const afterShown = (messages) => messages.filter((message) => message === "signed-in");

/**
 * What an engine is told as it begins. `first`: it takes up a read, which may be older than a `changed`; a read of its own
 * is newer. `isKnown`: it is known whose page it was, or that it was nobody's, so requests must wait for a read.
 */
export const dueMessages = (messages, isKnown, first) =>
  messages.filter((message) => isSignOut(message) || (message === "changed" ? first : isKnown));
