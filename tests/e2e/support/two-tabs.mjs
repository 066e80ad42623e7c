import { known, openBare, signIn, snapshotOf } from "./bare-page.mjs";
import { until } from "./until.mjs";

/** Runs `story` with two signed-in tabs, reached over a relay: `{ here, there, relay, ...given }`. `options`: those of the session of `here`. */
export async function withTwoTabs(given, { options }, story) {
  const relay = await given.relay();
  const there = await openBare(given.context, relay);
  await signIn(there, "ada");
  const here = await openBare(given.context, relay, { options });
  await known(here);
  await story({ ...given, here, there, relay });
}

/** Waits until the page shows this status. */
export const untilShown = (page, status) =>
  until(`the page to be ${status}`, async () => (await snapshotOf(page)).status === status);
