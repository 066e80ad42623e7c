import { known, openBare, signIn, snapshotOf } from "./bare-page.mjs";
import { startRelay } from "./relay.mjs";
import { until } from "./until.mjs";

/**
 * Runs `story` with two tabs that know the account signed in, reached over a relay: `{ here, there, relay, ...given }`.
 * `options` are those of the session of `here`, `before` runs in it before any script of its own.
 */
export async function withTwoTabs(given, { account = "ada", options, before } = {}, story) {
  const relay = await startRelay(given.deployment);
  try {
    const there = await openBare(given.context, relay);
    await signIn(there, account);
    const here = await openBare(given.context, relay, { options, before });
    await known(here);
    await story({ ...given, here, there, relay });
  } finally {
    await relay.stop();
  }
}

/** Waits until the page shows this status. */
export const untilShown = (page, status) =>
  until(`the page to be ${status}`, async () => (await snapshotOf(page)).status === status);
