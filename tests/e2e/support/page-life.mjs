import { until, within } from "./until.mjs";

const LOOK_MS = 5_000;
/** How long an arrival is waited for: longer than a look that is lost, behind which the next ones wait 12 s in WebKit. */
const ARRIVAL_MS = 30_000;

/** Brings another tab to the front, in a window of its own (`window: true`), and returns that tab. */
export async function lookAway(context, page) {
  const other = await context.newPage();
  await other.bringToFront();
  await until("the tab to be hidden", () => page.evaluate(() => document.hidden));
  return other;
}

/** Brings the tab to the front again. */
export async function lookAt(page) {
  await page.bringToFront();
  await until("the tab to be seen", () => page.evaluate(() => !document.hidden && document.hasFocus()));
}

/** Cuts the network, and waits until the page knows. */
export async function goOffline(context, page) {
  await context.setOffline(true);
  await until("the page to be offline", () => page.evaluate(() => !navigator.onLine));
}

/** Gives the network back, and waits until the page knows. */
export async function goOnline(context, page) {
  await context.setOffline(false);
  await until("the page to be online", () => page.evaluate(() => navigator.onLine));
}

/** Lets the page run for a while, for something that must not happen to happen. */
export const pause = (page, ms = 150) =>
  page.evaluate((delay) => new Promise((resolve) => setTimeout(resolve, delay)), ms);

/** Has the page read the session anew, as another tab does that has changed it. A focus too soon after a read would have to wait. */
export const readAnew = (page) =>
  page.evaluate(() => {
    new BroadcastChannel(`platform-session:${location.origin}`).postMessage("changed");
  });

/** Goes back, as the browser's button would. */
export const goBack = (page) =>
  page.evaluate(() => {
    setTimeout(() => history.back());
  });

/** Waits until `look`, in whatever page is there, is truthy: a page that is on its way out or in tells nothing. */
export const arrival = (page, look, ...args) =>
  until(
    "the page to arrive",
    () => within(LOOK_MS, "A look at the page", page.evaluate(look, ...args)).catch(() => false),
    { timeoutMs: ARRIVAL_MS },
  );
