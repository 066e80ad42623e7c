import assert from "node:assert/strict";
import { after, test } from "node:test";
import { launchBrowser } from "./browser.mjs";
import { atEnd, endAll } from "./endings.mjs";
import { play } from "./play.mjs";

/** Of this process: started when first needed, and stopped after the last test. */
const browsers = new Map();
/** How many scenarios each stage of this process has: one without any would test nothing. */
const counts = [];

after(async () => {
  await endAll();
  assert.ok(!counts.some(({ scenarios }) => scenarios === 0), "a stage has no scenario");
});

/** The running browser with these `switches`. */
function browser(switches) {
  const key = JSON.stringify(switches);
  if (!browsers.has(key)) {
    const starting = launchBrowser(switches);
    browsers.set(key, starting);
    atEnd(async () => (await starting.catch(() => null))?.close());
  }
  return browsers.get(key);
}

/**
 * The scenarios of one test file of node:test, in a browser with further `switches`: `scenario(name, options?, run)`, as for `play`. For
 * Playwright Test there is `scenario.mjs`.
 */
export function stage({ switches = [] } = {}) {
  const count = { scenarios: 0 };
  counts.push(count);

  async function openContext(options) {
    const context = await (await browser(switches)).newContext(options);
    return { context, close: () => context.close() };
  }

  function scenario(name, ...rest) {
    const run = rest.pop();
    const [options = {}] = rest;
    count.scenarios += 1;
    test(name, (t) => play(options, run, { openContext, tell: (line) => t.diagnostic(line) }));
  }

  return { scenario };
}
