/** Pages about how the package is made, for those who change it; and the page that has nothing but links. */
const ASIDE = /\/(?:identity-api|design|house|proofs|gates-benchmark|start-up|playground)\.html|\/#/;

/** By how much a page counts, by its address. The guides say what to do; the reference, what a name is. */
export function factorOf(id, isAboutType) {
  if (ASIDE.test(id)) return 0.3;
  if (id.includes("/reference/")) return isAboutType ? 3 : 0.4;
  return 1;
}
