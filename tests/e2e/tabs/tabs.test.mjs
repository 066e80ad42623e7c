import assert from "node:assert/strict";
import { ACCOUNTS } from "../support/accounts.mjs";
import {
  eventsOf,
  gatesOf,
  known,
  logout,
  openBare,
  readsOf,
  signIn,
  snapshotOf,
} from "../support/bare-page.mjs";
import { closedGates, FEATURES } from "../support/features.mjs";
import { AGENTS, SESSION } from "../support/identity-api.mjs";
import { lookAt, lookAway, pause } from "../support/page-life.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { untilShown } from "../support/two-tabs.mjs";
import { until } from "../support/until.mjs";

/** Options by which a read on focus is never too early. */
const eager = { revalidate: { minIntervalMs: 0 } };

test(
  "a hidden tab closes at another tab's sign-out, and reads another tab's sign-in once it is seen",
  scenario({ window: true }, async ({ context, deployment }) => {
    const here = await openBare(context, deployment, { options: eager });
    await signIn(here, "ada");
    const there = await lookAway(context, here);
    await there.goto(`${deployment.origin}/bare.html`);
    await known(there);
    await logout(there);
    await untilShown(here, "unauthenticated");
    assert.deepEqual(await gatesOf(here, FEATURES), closedGates("denied"));

    const reads = (await readsOf(here)).length;
    await signIn(there, "grace");
    await pause(here);
    assert.equal((await readsOf(here)).length, reads, "it is hidden");
    assert.equal((await snapshotOf(here)).status, "unauthenticated");
    await lookAt(here);
    await untilShown(here, "authenticated");
    assert.equal((await snapshotOf(here)).user.email, ACCOUNTS.grace.email);
  }),
);

test(
  "3,000 messages of a page with a fault cause a handful of reads, and the last is answered",
  scenario(async ({ context, deployment, control }) => {
    const here = await openBare(context, deployment, { options: eager });
    await signIn(here, "ada");
    const there = await openBare(context, deployment, { idle: true });
    await control.account(ACCOUNTS.ada.email, { role: "expert" });
    await control.clearLog();
    await there.evaluate((origin) => {
      const channel = new BroadcastChannel(`platform-session:${origin}`);
      for (let sent = 0; sent < 3_000; sent += 1) channel.postMessage(sent % 2 ? "changed" : "signed-in");
    }, deployment.origin);
    await until("the new role", async () => (await snapshotOf(here)).user?.userType === "expert");
    await pause(here, 1_500);
    const { length } = await control.requests("GET", SESSION);
    assert.ok(length <= 10, `${length} reads`);
    assert.deepEqual(await eventsOf(here, "revalidation-failed"), []);
  }),
);

test(
  "a frozen tab closes as soon as it runs again",
  scenario({ window: true }, async ({ context, deployment, control }) => {
    const here = await openBare(context, deployment, { options: eager });
    await signIn(here, "ada");
    const { there, thaw } = await freeze(here, context, deployment);
    await logout(there);
    await control.faults({ method: "GET", path: SESSION, times: 50, drop: "hang" });
    await thaw();
    await untilShown(here, "unauthenticated");
    assert.deepEqual(await gatesOf(here, FEATURES), closedGates("denied"));
  }),
);

test(
  "a tab that was frozen sends no request with a new user's cookie for the user before",
  scenario({ window: true }, async ({ context, deployment, control }) => {
    const here = await openBare(context, deployment, { options: eager });
    await signIn(here, "ada");
    // The page acts as a library does that asks anew whenever its page is looked at.
    await here.evaluate((path) => {
      document.addEventListener("resume", () => {
        globalThis.askedBy = session.identity.key;
        globalThis.asked = bare.outcome(session.fetch(path));
      });
    }, AGENTS);
    const { there, thaw } = await freeze(here, context, deployment);
    await logout(there);
    await signIn(there, "grace");
    await control.clearLog();
    await thaw();
    await until("the tab to run again", () => here.evaluate(() => globalThis.asked !== undefined));
    const { error } = await here.evaluate(() => globalThis.asked);
    await untilShown(here, "authenticated");
    // Where the messages came first, the page had no user at the call, and has the new one now.
    const isTheirs = await here.evaluate(() => askedBy === session.identity.key);
    assert.ok(isTheirs || error?.code === "superseded", `${error?.code}`);
    assert.equal((await snapshotOf(here)).user.email, ACCOUNTS.grace.email);
  }),
);

/** Freezes a tab behind another, which has a session; `thaw` lets it run again. */
async function freeze(page, context, deployment) {
  const there = await lookAway(context, page);
  const protocol = await context.newCDPSession(page);
  const turn = (state) => protocol.send("Page.setWebLifecycleState", { state });
  await turn("frozen");
  await there.goto(`${deployment.origin}/bare.html`);
  await known(there);
  return { there, thaw: () => turn("active") };
}
