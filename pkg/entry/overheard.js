// What the next engine may have to hear: the words of other tabs, and that the page was away.

export const isSignOut = (word) => word === "signed-out";

/**
 * A sign-out that is over is a change like any other, and to hear of changes twice says no more than once. So the list
 * stays short, however long no engine comes.
 */
export function withWord(words, word) {
  const at = word === "sign-out-over" ? words.indexOf("signed-out") : -1;
  const left = words.filter((_, index) => index !== at);
  const news = word === "sign-out-over" ? "changed" : word;
  return !isSignOut(news) && left.includes(news) ? left : [...left, news];
}

/** The page is back from the cache: that comes first. */
export const withReturn = (words) => ["restored", ...withoutReturn(words)];
export const hasReturned = (words) => words[0] === "restored";
/** A read has told since who is there. */
export const withoutReturn = (words) => words.filter((word) => word !== "restored");

/**
 * What an engine hears that shows somebody. Whoever signed in before it was shown may be somebody else all the same: it
 * need not have read since. But no sign-out of another tab guards any more, and it has read since the return.
 */
export const afterShown = (words) => words.filter((word) => word === "signed-in");

/**
 * What an engine is told as it begins. `first`: it takes up a read that may be older than a change. A read that it begins
 * itself is younger; but where it is known whose page it was, or that it was nobody's, requests wait until it tells who is
 * there.
 */
export const dueWords = (words, isKnown, first) =>
  words.filter((word) => isSignOut(word) || (word === "changed" ? first : isKnown));
