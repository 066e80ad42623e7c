/** Pages about how the package is made, for those who change it; and the page that has nothing but links. */
const ASIDE = /\/(?:identity-api|design|house|proofs|gates-benchmark|start-up|playground)\.html|\/#/;
/** The guides of frameworks, each with the words that ask for it. What they share, a guide by task says in one place. */
const FRAMEWORKS = {
  react: /\breact\b/i,
  "react-router": /\breact\b/i,
  next: /\bnext(?:\.?js)?\b/i,
  vue: /\b(?:vue|nuxt)/i,
  svelte: /\bsvelte/i,
  solid: /\bsolid/i,
  angular: /\bangular\b/i,
  elements: /\b(?:html|elements?|components?)\b/i,
};
const TYPE = /\b(?:types?|signature|interface|parameters?|arguments?)\b/i;

/** By how much a page counts for a question, by its address. The guides say what to do; the reference, what a name is. */
export function factorFor(query) {
  const inReference = TYPE.test(query) ? 3 : 0.4;
  const named = Object.entries(FRAMEWORKS).filter(([, words]) => words.test(query));
  return (id) => {
    if (ASIDE.test(id)) return 0.3;
    if (id.includes("/reference/")) return inReference;
    const [, page = ""] = /\/([\w-]+)\.html/.exec(id) ?? [];
    if (!(page in FRAMEWORKS)) return 1;
    return named.some(([name]) => name === page) ? 3 : 0.5;
  };
}
