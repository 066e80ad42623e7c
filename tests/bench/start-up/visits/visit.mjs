// Visits a page once, and measures its moments.

import { isThrottledByBrowser, networkOf } from "../conditions.mjs";
import { addressOf } from "../pages.mjs";

const VISIT_MS = 30_000;
// A pause after the page is done, in which a repeated request would be seen.
const SETTLE_MS = 150;

/** Returns the milliseconds from navigation to `known`, `gate` and, for pages of the package, `ready`; and the requested paths. `around` may wrap the visit, to trace it. */
export async function visit({ browser, server, page, condition, around = (visited) => visited() }) {
  const { tab, leave } = await browser.open();
  tab.setDefaultTimeout(VISIT_MS);
  try {
    await throttle(tab, condition);
    const errors = [];
    tab.on("pageerror", (error) => errors.push(error));
    server.takeRequests();
    const marks = await around(async () => {
      await tab.goto(`${server.origin}${addressOf(page)}`, { waitUntil: "load" });
      const finished = tab.evaluate(() => window.finished);
      await within(finished, () => `${page} was not done after ${VISIT_MS} ms. ${errors.join("\n")}`);
      await tab.waitForTimeout(SETTLE_MS);
      return await tab.evaluate(() =>
        performance.getEntriesByType("mark").map(({ name, startTime }) => [name, startTime]),
      );
    }, tab);
    if (await tab.locator("#gate").isHidden()) throw new Error(`${page}: the gate did not open`);
    // The first of each name counts.
    return { ...Object.fromEntries(marks.reverse()), requests: server.takeRequests() };
  } finally {
    await leave();
  }
}

async function throttle(tab, condition) {
  const devtools = await tab.context().newCDPSession(tab);
  if (isThrottledByBrowser(condition)) {
    const { latencyMs, megabitsPerSecond } = networkOf(condition);
    const bytesPerSecond = (megabitsPerSecond * 1e6) / 8;
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: latencyMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
  }
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: condition.slowdown });
}

async function within(promise, describe) {
  let timer;
  const deadline = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(describe())), VISIT_MS);
  });
  try {
    return await Promise.race([promise, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
