import assert from "node:assert/strict";
import { after, test } from "node:test";
import { launchBrowser } from "./browser.mjs";
import { watchPages } from "./page-watch.mjs";
import { startDeployment } from "./platform.mjs";
import { openProfile } from "./profile.mjs";
import { startRelay } from "./relay.mjs";
import { within } from "./until.mjs";
import { openWindow } from "./window.mjs";

const SCENARIO_MS = 120_000;
const ACTION_MS = 20_000;

/** Of this process, by how they are started: started when first needed, and stopped after the last test. */
const browsers = new Map();
const deployments = new Map();
/** How many scenarios each stage of this process has: one without any would test nothing. */
const counts = [];

after(async () => {
  const running = await Promise.allSettled([...browsers.values(), ...deployments.values()]);
  await Promise.all(running.map(({ value }) => value?.stop?.() ?? value?.close?.()));
  assert.ok(!counts.some(({ scenarios }) => scenarios === 0), "a stage has no scenario");
});

/** The running deployment that serves `site` with `flags`, in its first state. */
async function deployment(site, flags = []) {
  const key = JSON.stringify([site, flags]);
  if (!deployments.has(key)) deployments.set(key, startDeployment({ site, flags }));
  const running = await deployments.get(key);
  await running.control.reset();
  return running;
}

/** The running browser with these `switches`. */
function browser(switches) {
  const key = JSON.stringify(switches);
  if (!browsers.has(key)) browsers.set(key, launchBrowser(switches));
  return browsers.get(key);
}

/**
 * The scenarios of one test file, in a browser with further `switches`. Files of one process share browsers and deployments.
 * Each scenario gets a fresh browser context and a deployment in its first state, and fails on an error that no one
 * caught, an unhandled rejection or a breach of the content security policy, unless it says that it expects one.
 */
export function stage({ switches = [] } = {}) {
  const count = { scenarios: 0 };
  counts.push(count);

  async function openContext(options) {
    const context = await (await browser(switches)).newContext(options);
    return { context, close: () => context.close() };
  }

  /**
   * `scenario(name, { site?, expects?, context?, window?, thirdPartyCookies? }, run)`, the options left out where they say nothing. `site`
   * is "bare", "demo" or the path of a folder, `expects` are patterns of errors or policy violations that this scenario is there to provoke,
   * `context` are options of the browser context; `window: true` gives the scenario a browser window of its own
   * instead, in which tabs are really hidden and pages really kept for the way back (see `openWindow`), and
   * `thirdPartyCookies`, "keep" or "block", a browser with that setting (see `openProfile`). `run` gets the `context`, what its pages
   * say and ask for (`watch`), the `deployment` and its `control`, `another(site, flags)`, one more, and `relay(to?, how?)`, an address
   * in front of one for as long as the scenario takes (see `startRelay`).
   */
  function scenario(name, ...rest) {
    const run = rest.pop();
    const [{ site = "bare", expects = [], context: contextOptions, window = false, thirdPartyCookies } = {}] =
      rest;
    count.scenarios += 1;
    test(name, async (t) => {
      const running = await deployment(site);
      const opening = thirdPartyCookies
        ? openProfile({ thirdPartyCookies }, contextOptions)
        : window
          ? openWindow()
          : openContext(contextOptions);
      const { context, close } = await opening;
      context.setDefaultTimeout(ACTION_MS);
      const watch = watchPages(context);
      const relays = [];
      const relay = async (to = running, how) => {
        relays.push(await startRelay(to, how));
        return relays.at(-1);
      };
      try {
        const stage = {
          context,
          watch,
          deployment: running,
          control: running.control,
          another: deployment,
          relay,
        };
        await within(SCENARIO_MS, "The scenario", run(stage));
      } catch (error) {
        const pages = context.pages().map((page) => `open at ${page.url()}`);
        for (const line of [...watch.consoleLines, ...watch.uncaught, ...pages]) t.diagnostic(line);
        throw error;
      } finally {
        await close();
        await Promise.all(relays.map((each) => each.stop()));
      }
      const unexpected = [...watch.uncaught, ...watch.violations].filter(
        (line) => !expects.some((pattern) => pattern.test(line)),
      );
      assert.deepEqual(unexpected, [], "an uncaught error, or a policy violation");
    });
  }

  return { scenario };
}
