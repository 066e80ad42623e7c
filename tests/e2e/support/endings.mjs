// Stops what the tests of one process share once the last of them is over, whichever runner runs them.

const endings = [];

/** Has `ending` called at the end. */
export const atEnd = (ending) => void endings.push(ending);

/** Calls all endings, the latest first: from `stage.mjs` for node:test, from `scenario.mjs` for Playwright Test. */
export async function endAll() {
  for (const ending of endings.splice(0).reverse()) await ending();
}
