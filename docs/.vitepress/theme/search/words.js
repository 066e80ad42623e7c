// What a question is made of, as terms of the index.

const MEANINGLESS = new Set(
  `a about an and any are as at be been but by can could do does for from get had has have how i if in into is it its keep keeps mean means me my need needs of on or
  our should so than that the their them then there these they this those to too us was we were what when where which while who why
  will with would you your type types typed`.split(/\s+/),
);

/** The term of a word; `null` for one that says nothing. */
export function termOf(word) {
  const term = word.toLowerCase().replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  return term === "" || MEANINGLESS.has(term) ? null : term;
}

/** Whether a question is about a declaration. */
export const asksForType = (query) =>
  /\b(?:types?|signature|interface|parameters?|arguments?)\b/i.test(query);
