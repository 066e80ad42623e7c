import { until } from "./until.mjs";

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
