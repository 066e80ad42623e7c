import assert from "node:assert/strict";
import { atEnd } from "./endings.mjs";
import { watchPages } from "./page-watch.mjs";
import { startDeployment } from "./platform.mjs";
import { openProfile } from "./profile.mjs";
import { startRelay } from "./relay.mjs";
import { within } from "./until.mjs";
import { openWindow } from "./window.mjs";

const ACTION_MS = 20_000;

/** The deployments of this process, by how they are started: each is started when first needed, and stopped after the last test. */
const deployments = new Map();

/** Returns the running deployment that serves `site` with `flags`, in its first state. */
async function deployment(site, flags = []) {
  const key = JSON.stringify([site, flags]);
  if (!deployments.has(key)) {
    const starting = startDeployment({ site, flags });
    deployments.set(key, starting);
    atEnd(async () => (await starting.catch(() => null))?.stop());
  }
  const running = await deployments.get(key);
  await running.control.reset();
  return running;
}

/**
 * Plays a scenario in a fresh browser context, with a deployment in its first state. It fails on an uncaught error, an unhandled
 * rejection or a breach of the content security policy, unless it says that it expects one.
 *
 * `site` is "bare", "demo" or the path of a folder, `expects` are patterns of errors or policy violations that this scenario is there to
 * provoke, `context` are options of the browser context; `window: true` gives the scenario a browser window of its own
 * instead, in which tabs are really hidden and pages really kept for the way back (see `openWindow`), and
 * `thirdPartyCookies`, "keep" or "block", a browser with that setting (see `openProfile`). `run` gets the `context`, what its pages
 * say and ask for (`watch`), the `deployment` and its `control`, `another(site, flags)`, one more, and `relay(to?, how?)`, an address
 * in front of one for as long as the scenario takes (see `startRelay`).
 *
 * `openContext(options)` opens a context of the runner's browser, and `tell(line)` gets the lines that the pages wrote where the scenario failed. The
 * scenario may take `limitMs`.
 */
export async function play(
  { site = "bare", expects = [], context: contextOptions, window = false, thirdPartyCookies },
  run,
  { openContext, tell, limitMs },
) {
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
  const given = {
    context,
    watch,
    deployment: running,
    control: running.control,
    another: deployment,
    relay,
  };
  try {
    await within(limitMs, "The scenario", run(given));
  } catch (error) {
    const pages = context.pages().map((page) => `open at ${page.url()}`);
    for (const line of [...watch.consoleLines, ...watch.uncaught, ...pages]) tell(line);
    throw error;
  } finally {
    await close();
    await Promise.all(relays.map((each) => each.stop()));
  }
  const unexpected = [...watch.uncaught, ...watch.violations].filter(
    (line) => !expects.some((pattern) => pattern.test(line)),
  );
  assert.deepEqual(unexpected, [], "an uncaught error, or a policy violation");
}
