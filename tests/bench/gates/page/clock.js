// When the text of an answer was parsed: from there on, everybody has the same work. Where it is not parsed at all, since it
// is the text of before, the time counts from when its bytes were text.

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

/** When the newest answer was parsed. */
export const parsed = () => parsedAt;

export const after = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
