// What a question is made of, as terms of the index.

const MEANINGLESS = new Set(
  `a about after all an and any are as at be been but by can could do does for from get had has have how i if in into is it its keep keeps mean means me my need needs of on only or
  our should so stay than that the their them then there these they this those to too us use using was we were what when where which while who why
  will with would you your type types typed`.split(/\s+/),
);

/** Words of readers, each with the guides' own for the same thing. Each of them finds. */
const SAME = {
  admin: ["administrator", "role"],
  administrators: ["role"],
  admins: ["administrator", "role"],
  button: ["part"],
  cors: ["origin"],
  csp: ["policy"],
  expire: ["lasts", "hours"],
  expires: ["lasts", "hours"],
  fake: ["double"],
  flag: ["feature"],
  flags: ["feature"],
  hide: ["show", "shown"],
  hides: ["show", "shown"],
  idle: ["lasts", "hours"],
  inactivity: ["lasts", "hours"],
  item: ["list", "lists"],
  items: ["list", "lists"],
  login: ["sign"],
  logout: ["sign"],
  mock: ["double"],
  nextjs: ["next"],
  nginx: ["proxy"],
  permission: ["feature"],
  permissions: ["feature"],
  redirect: ["routes", "protected"],
  refresh: ["reload"],
  ssr: ["server"],
  storage: ["stored", "kept"],
  stored: ["storage", "kept"],
  timeout: ["lasts"],
};

/** The term of a word; `null` for one that says nothing. */
export function termOf(word) {
  const term = word.toLowerCase().replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  return term === "" || MEANINGLESS.has(term) ? null : term;
}

/** A question as MiniSearch takes it: for each word that says something, the word or what the guides call it. */
export function queriesOf(question) {
  return question
    .replaceAll(/\blog(?:s|ged|ging)?[\s-]+(?<way>in|out|off)\b/gi, (...found) =>
      found.at(-1).way === "in" ? "login" : "logout",
    )
    .replaceAll(/\bnext\.js\b/gi, "nextjs")
    .split(/[\n\r\p{Z}\p{P}]+/u)
    .filter((word) => termOf(word) !== null)
    .map((word) => {
      const term = termOf(word);
      return Object.hasOwn(SAME, term) ? { combineWith: "OR", queries: [term, ...SAME[term]] } : term;
    });
}
