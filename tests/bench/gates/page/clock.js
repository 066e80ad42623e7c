// The time at which the text of the newest answer was parsed: from there on, all contestants have the same work to do. An answer with the same
// text as before is not parsed at all; its time is when its bytes were decoded.

/** Shorter texts are not answers. */
const SHORTEST_ANSWER = 1_000;

let parsedAt = 0;

const { parse } = JSON;
JSON.parse = (text, revive) => {
  const value = parse(text, revive);
  if (text?.length >= SHORTEST_ANSWER) parsedAt = performance.now();
  return value;
};

const { decode } = TextDecoder.prototype;
TextDecoder.prototype.decode = function (...given) {
  const text = decode.apply(this, given);
  if (text.length >= SHORTEST_ANSWER) parsedAt = performance.now();
  return text;
};

/** Returns when the newest answer was parsed. */
export const parsed = () => parsedAt;

/** Resolves after so many milliseconds. */
export const after = (/** @type {number} */ milliseconds) =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
