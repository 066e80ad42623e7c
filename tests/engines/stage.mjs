import { after, before, describe, it } from "node:test";
import { known } from "../e2e/support/bare-page.mjs";
import { LOGIN } from "../e2e/support/identity-api.mjs";
import { arrival } from "../e2e/support/page-life.mjs";
import { startDeployment } from "../e2e/support/platform.mjs";
import { startRelay } from "../e2e/support/relay.mjs";
import { until, within } from "../e2e/support/until.mjs";
import { startWire } from "../e2e/support/wire.mjs";
import { ENGINES } from "./engine.mjs";

const SCENARIO_MS = 60_000;
/** How long the script of a page may take until it runs: a framework's modules come one by one, beside other browsers. */
const START_MS = 30_000;

/**
 * Runs these `concepts` in one engine. Each defines its tests by the `scenario(what, run, { cannot }?)` that it gets; `cannot` says by
 * engine why the test cannot run there. The browser and the deployments are started once. `run` gets, for its own time only,
 * - `name`, the engine's;
 * - `deployment`, in its first state, with every token ended, and its `control`; `another(flags)` returns another deployment;
 * - `open`, `relay` and `wire`, which open a page, an address in front of a deployment that can hold answers up, and one that
 *   notes all requests and answers;
 * - `windowOf(act)`, which returns the page in the window that `act` opens;
 * - `atEnd(one)`, which has `one` stopped at the end.
 */
export function inEngine(name, concepts) {
  describe(`In ${name}`, () => {
    const deployments = new Map();
    let engine;

    before(async () => {
      engine = await ENGINES[name]();
      console.log(`engines: ${engine.version}`);
    });
    after(async () => {
      await engine?.close();
      for (const deployment of await Promise.all(deployments.values())) await deployment.stop();
    });

    async function another(flags = []) {
      const key = JSON.stringify(flags);
      if (!deployments.has(key)) deployments.set(key, startDeployment({ site: "bare", flags }));
      const deployment = await deployments.get(key);
      // The engine keeps its cookies from one scenario to the next.
      await deployment.control.expire();
      await deployment.control.reset();
      return deployment;
    }

    function scenario(what, run, { cannot = {} } = {}) {
      if (cannot[name]) return;
      it(what, async () => {
        const opened = [];
        const toStop = [];
        const deployment = await another();
        const addTo = (list) => (one) => {
          list.push(one);
          return one;
        };
        const given = {
          name,
          deployment,
          control: deployment.control,
          another,
          open: (at = deployment, how = {}) =>
            engine.open(addressOf(at, how)).then(addTo(opened)).then(untilStarted(how)),
          windowOf: (act) => engine.windowOf(act).then(addTo(opened)),
          relay: (...how) => startRelay(...how).then(addTo(toStop)),
          atEnd: addTo(toStop),
          wire: (of) => startWire(of).then(addTo(toStop)),
        };
        try {
          await within(SCENARIO_MS, "The scenario", run(given));
        } finally {
          // A window may have closed itself.
          await Promise.all(opened.map((page) => page.close().catch(() => {})));
          await Promise.all(toStop.map((each) => each.stop()));
        }
      });
    }

    for (const concept of concepts) concept(scenario);
  });
}

/** Returns the address of a page (`file`) of the site with a session of these `options`, or, with `idle`, without a session. */
function addressOf({ origin }, { options = {}, idle = false, file = "bare.html" }) {
  const query = new URLSearchParams(idle ? { idle: "" } : { options: JSON.stringify(options) });
  return `${origin}/${file}?${query}`;
}

/**
 * Returns a function that waits until the page's script has defined the global `made`, and, unless the page is `early`, its session is known or
 * has failed.
 */
const untilStarted =
  ({ idle = false, early = false, made = "bare" }) =>
  async (page) => {
    await until("the page's script to run", () => page.evaluate((name) => name in globalThis, made), {
      timeoutMs: START_MS,
    });
    if (!idle && !early) await known(page).catch(() => {});
    return page;
  };

/** Signs the account in by a request of the page's own, of which no session hears. */
export const signInUnheard = (page, credentials) =>
  page.evaluate(
    async (path, given) => {
      const headers = { "content-type": "application/json" };
      await fetch(path, { method: "POST", headers, body: JSON.stringify(given) });
    },
    LOGIN,
    credentials,
  );

/** Leaves the page for this address, as a link would. */
export const leaveFor = (page, address) =>
  page.evaluate((target) => {
    setTimeout(() => location.assign(target));
  }, address);

/** Loads the page again, and waits until its session is known or has failed. */
export async function reload(page) {
  await page.evaluate(() => {
    globalThis.before = true;
    setTimeout(() => location.reload());
  });
  await arrival(page, () => !("before" in globalThis) && "bare" in globalThis);
  await known(page).catch(() => {});
}

/** Waits until the page's snapshot has what `wanted` has. */
export const untilShown = (page, wanted) =>
  until(
    `the page to show ${JSON.stringify(wanted)}`,
    () =>
      page.evaluate((facts) => {
        const { status, reason, stale, user } = session.snapshot;
        const shown = { status, reason, stale, email: user?.email ?? null };
        return Object.entries(facts).every(([name, value]) => shown[name] === value);
      }, wanted),
    { timeoutMs: 15_000 },
  );
