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
  "a hidden tab closes its gates at another tab's sign-out, and reads after another tab's sign-in once it is visible",
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
    assert.equal((await readsOf(here)).length, reads, "no read while it is hidden");
    assert.equal((await snapshotOf(here)).status, "unauthenticated");
    await lookAt(here);
    await untilShown(here, "authenticated");
    assert.equal((await snapshotOf(here)).user.email, ACCOUNTS.grace.email);
  }),
);

test(
  "3,000 messages of a faulty page cause at most ten reads, and the last of them is shown",
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
  "a frozen tab closes its gates as soon as it runs again",
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
  "a tab that was frozen sends no request of its previous user with the next user's cookie",
  scenario({ window: true }, async ({ context, deployment, control }) => {
    const here = await openBare(context, deployment, { options: eager });
    await signIn(here, "ada");
    // As a library does that sends its requests again whenever its page is visible.
    await here.evaluate((path) => {
      document.addEventListener("resume", () => {
        globalThis.caller = session.identity.key;
        globalThis.answer = bare.outcome(session.fetch(path));
      });
    }, AGENTS);
    const { there, thaw } = await freeze(here, context, deployment);
    await logout(there);
    await signIn(there, "grace");
    await control.clearLog();
    await thaw();
    await until("the tab to run again", () => here.evaluate(() => globalThis.answer !== undefined));
    const { error } = await here.evaluate(() => globalThis.answer);
    await untilShown(here, "authenticated");
    // Where the messages arrived first, the request is of the identity that the new user has now.
    const isOfNewUser = await here.evaluate(() => caller === session.identity.key);
    assert.ok(isOfNewUser || error?.code === "superseded", `${error?.code}`);
    assert.equal((await snapshotOf(here)).user.email, ACCOUNTS.grace.email);
  }),
);

/** Freezes a tab behind another tab (`there`), which has a session; `thaw()` lets the first run again. */
async function freeze(page, context, deployment) {
  const there = await lookAway(context, page);
  const protocol = await context.newCDPSession(page);
  const setState = (state) => protocol.send("Page.setWebLifecycleState", { state });
  await setState("frozen");
  await there.goto(`${deployment.origin}/bare.html`);
  await known(there);
  return { there, thaw: () => setState("active") };
}
