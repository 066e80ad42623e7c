// What the tests of one process share is stopped once the last of them is over, whichever runner runs them.

const endings = [];

/** Has this done at the end. */
export const atEnd = (ending) => void endings.push(ending);

/** Does it all, the latest first. The runner's face calls it: `stage.mjs` for node:test, `scenario.mjs` for Playwright Test. */
export async function endAll() {
  for (const ending of endings.splice(0).reverse()) await ending();
}
