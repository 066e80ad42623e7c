import { until, within } from "./until.mjs";

const LOOK_MS = 5_000;
/** How long an arrival is waited for. In WebKit, a look that is lost blocks the next ones for 12 s. */
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

/** Has the page read the session again, by the message of another tab. At a focus, a page may wait before it reads. */
export const readAnew = (page) =>
  page.evaluate(() => {
    new BroadcastChannel(`platform-session:${location.origin}`).postMessage("changed");
  });

/** Goes back, as the browser's button would. */
export const goBack = (page) =>
  page.evaluate(() => {
    setTimeout(() => history.back());
  });

/** Waits until `look`, which runs in whatever page is open, is truthy. A page that is being left or loaded does not answer. */
export const arrival = (page, look, ...args) =>
  until(
    "the page to arrive",
    () => within(LOOK_MS, "A look at the page", page.evaluate(look, ...args)).catch(() => false),
    { timeoutMs: ARRIVAL_MS },
  );
