/** Pages about how the package is made, for those who change it. */
const MADE = /\/(?:identity-api|design|house|proofs|gates-benchmark|start-up)\.html/;

/** By how much a page counts, by its address. */
export function factorOf(id) {
  if (MADE.test(id)) return 0.3;
  return id.includes("/reference/") ? 0.8 : 1;
}
