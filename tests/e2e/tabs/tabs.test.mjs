import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf } from "../support/accounts.mjs";
import {
  eventsOf,
  gatesOf,
  known,
  login,
  logout,
  openBare,
  readsOf,
  refresh,
  signIn,
  snapshotOf,
  snapshotsOf,
} from "../support/bare-page.mjs";
import { wake } from "../support/clocks.mjs";
import { closedGates, FEATURES, gatesFor } from "../support/features.mjs";
import { AGENTS, accountOnTheWire, LOGOUT, SESSION } from "../support/identity-api.mjs";
import { lookAt, lookAway, pause } from "../support/page-life.mjs";
import { stage } from "../support/stage.mjs";
import { until } from "../support/until.mjs";

const { scenario } = stage();

/** So that a read on focus is never too early. */
const eager = { revalidate: { minIntervalMs: 0 } };

scenario("a sign-in in another tab shows here at once", async ({ context, deployment, watch, control }) => {
  const [here, there] = await openBoth(context, deployment);
  const { features } = await signIn(there, "ada");
  await untilShown(here, "authenticated");
  assert.deepEqual((await snapshotOf(here)).features, features);
  assert.deepEqual(await gatesOf(here, FEATURES), gatesFor(features));
  assert.deepEqual(await signedInAs(here), [ACCOUNTS.ada.email]);

  await watch.quiet();
  const reads = (await control.requests("GET", SESSION)).length;
  assert.ok(reads <= 6, `two tabs rest after ${reads} reads`);
});

scenario(
  "a sign-out in another tab closes the gates here before the deployment has been told",
  async ({ context, deployment, control }) => {
    const [here, there] = await openBoth(context, deployment, "ada");
    await control.faults({ method: "POST", path: LOGOUT, times: 1, delay_ms: 1_000 });
    await there.evaluate(() => {
      globalThis.given = bare.outcome(session.logout()).then((ended) => {
        globalThis.told = true;
        return ended;
      });
    });
    await untilShown(here, "unauthenticated");
    assert.equal(await there.evaluate(() => globalThis.told === true), false);
    assert.deepEqual(await gatesOf(here, FEATURES), closedGates("denied"));
    assert.deepEqual(await there.evaluate(() => given), { value: null });
    await pause(here);
    const { status, reason } = await snapshotOf(here);
    assert.deepEqual([status, reason], ["unauthenticated", "signed-out"]);
    assert.deepEqual(
      (await eventsOf(here, "signed-out")).map(({ detail }) => detail),
      [{ reason: "signed-out" }],
    );
    const all = await snapshotsOf(here);
    const closed = all.findIndex((each) => each.reason === "signed-out");
    assert.ok(
      all.slice(closed).every(({ user }) => user === null),
      "the gates stay closed",
    );
  },
);

scenario(
  "another user in another tab is shown here, never mixed with the one before, whose token is dropped",
  async ({ context, deployment, control }) => {
    const [ada, grace] = [
      await accountOnTheWire(deployment, "ada"),
      await accountOnTheWire(deployment, "grace"),
    ];
    const here = await openBare(context, deployment);
    const there = await openBare(context, deployment);
    await signIn(here, "ada");
    await login(there, credentialsOf("grace"));
    await until("the other user", async () => (await snapshotOf(here)).user.email === ACCOUNTS.grace.email);
    for (const { user, features } of await snapshotsOf(here)) {
      const owner = [ada, grace].find(({ session }) => session.id === user?.id);
      assert.deepEqual(features, owner?.features ?? {});
    }
    assert.deepEqual(await signedInAs(here), [ACCOUNTS.ada.email, ACCOUNTS.grace.email]);
    await control.clearLog();
    await here.evaluate(() => bare.outcome(session.roles()));
    const asked = await control.requests("GET", "/api/roles");
    assert.ok(
      asked.length > 0 && asked.every(({ bearer }) => !bearer),
      "the token of the user before is gone",
    );
  },
);

scenario(
  "a role change that another tab finds shows here, and fires what changed",
  async ({ context, deployment, control }) => {
    const [here, there] = await openBoth(context, deployment, "ada");
    await control.account(ACCOUNTS.ada.email, { role: "expert" });
    const { value } = await refresh(there);
    await until("the new role", async () => (await snapshotOf(here)).user.userType === "expert");
    assert.deepEqual((await snapshotOf(here)).features, value.features);
    const [, told, ...more] = await eventsOf(here, "permissions-changed");
    assert.deepEqual(more, [], "once as the page was loaded, and once now");
    assert.deepEqual(told.detail.changes.map(({ feature }) => feature).sort(), [
      "chat-messages",
      "report-analysis",
      "scrum-team-agent",
    ]);
    assert.deepEqual(await eventsOf(here, "signed-in"), [], "the user is the same");
  },
);

for (const [what, end, reason] of [
  ["deactivation", (control) => control.account(ACCOUNTS.ada.email, { active: false }), "deactivated"],
  ["end", (control) => control.expire(), "ended"],
]) {
  scenario(
    `the ${what} of a session that another tab finds shows here`,
    async ({ context, deployment, control }) => {
      const [here, there] = await openBoth(context, deployment, "ada");
      await end(control);
      await refresh(there);
      await untilShown(there, "unauthenticated");
      await untilShown(here, "unauthenticated");
      assert.equal((await snapshotOf(there)).reason, reason);
      // An answer that says deactivated clears the cookie: who asks after it finds no session, and hears no reason.
      assert.equal((await snapshotOf(here)).reason, "ended");
      assert.deepEqual(await gatesOf(here, FEATURES), closedGates("denied"));
    },
  );
}

scenario(
  "a hidden tab closes at another tab's sign-out, and reads another tab's sign-in once it is seen",
  { window: true },
  async ({ context, deployment }) => {
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
    assert.equal((await readsOf(here)).length, reads, "nobody looks at it");
    assert.equal((await snapshotOf(here)).status, "unauthenticated");
    await lookAt(here);
    await untilShown(here, "authenticated");
    assert.equal((await snapshotOf(here)).user.email, ACCOUNTS.grace.email);
  },
);

scenario(
  "a frozen tab closes as soon as it runs again",
  { window: true },
  async ({ context, deployment, control }) => {
    const here = await openBare(context, deployment, { options: eager });
    await signIn(here, "ada");
    const { there, thaw } = await freeze(here, context, deployment);
    await logout(there);
    await control.faults({ method: "GET", path: SESSION, times: 50, drop: "hang" });
    await thaw();
    await untilShown(here, "unauthenticated");
    assert.deepEqual(await gatesOf(here, FEATURES), closedGates("denied"));
  },
);

scenario(
  "a tab that was frozen asks nothing with a newcomer's cookie for the one before",
  { window: true },
  async ({ context, deployment, control }) => {
    const here = await openBare(context, deployment, { options: eager });
    await signIn(here, "ada");
    // As a library does that asks anew whenever its page is looked at.
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
    // Where the messages came first, the page was nobody's at the call, and is the newcomer's now.
    const isTheirs = await here.evaluate(() => askedBy === session.identity.key);
    assert.ok(isTheirs || error?.code === "superseded", `${error?.code}`);
    assert.equal((await snapshotOf(here)).user.email, ACCOUNTS.grace.email);
  },
);

for (const [what, given] of [
  ["with tabs off", { options: { ...eager, tabs: false } }],
  [
    "without BroadcastChannel",
    {
      options: eager,
      before: () => {
        delete globalThis.BroadcastChannel;
      },
    },
  ],
  [
    "where the browser refuses channels",
    {
      options: eager,
      before: () => {
        globalThis.BroadcastChannel = class {
          constructor() {
            throw new DOMException("refused", "SecurityError");
          }
        };
      },
    },
  ],
]) {
  scenario(
    `${what}, a page works alone, and learns of other tabs when it is looked at`,
    async ({ context, deployment }) => {
      const there = await openBare(context, deployment);
      await there.evaluate((origin) => {
        globalThis.heard = [];
        new BroadcastChannel(`platform-session:${origin}`).onmessage = ({ data }) => heard.push(data);
      }, deployment.origin);
      const here = await openBare(context, deployment, given);
      const before = await signIn(here, "ada");
      assert.deepEqual(await gatesOf(here, FEATURES), gatesFor(before.features));
      assert.deepEqual(await there.evaluate(() => heard), [], "it tells nobody");
      assert.equal((await refresh(there)).value.status, "authenticated");

      await logout(there);
      await pause(here);
      assert.deepEqual(await snapshotOf(here), before, "it hears nobody");
      await wake(here);
      await untilShown(here, "unauthenticated");
      assert.equal((await snapshotOf(here)).reason, "ended");
      assert.equal((await signIn(here, "grace")).user.email, ACCOUNTS.grace.email);
    },
  );
}

scenario(
  "a message that somebody else made up opens nothing, and at most causes a read",
  async ({ context, deployment, control }) => {
    const here = await openBare(context, deployment);
    const before = await known(here);
    await control.clearLog();
    const there = await openBare(context, deployment, { idle: true });
    await there.evaluate((origin) => {
      const channel = new BroadcastChannel(`platform-session:${origin}`);
      const made = [{ type: "signed-in", user: { id: 1 } }, ["signed-in"], "SIGNED-IN", "", null, "changed"];
      for (const message of [...made, "signed-in"]) channel.postMessage(message);
    }, deployment.origin);
    await until("a read", async () => (await control.requests("GET", SESSION)).length > 0);
    await pause(here);
    assert.deepEqual(await snapshotOf(here), before);
    assert.ok((await control.requests("GET", SESSION)).length <= 2);
    assert.deepEqual(await eventsOf(here), []);
  },
);

/** Two tabs, both signed in where an account is named. */
async function openBoth(context, deployment, account) {
  const there = await openBare(context, deployment);
  if (account) await signIn(there, account);
  const here = await openBare(context, deployment);
  await known(here);
  await known(there);
  return [here, there];
}

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

const untilShown = (page, status) =>
  until(`the tab to be ${status}`, async () => (await snapshotOf(page)).status === status);

const signedInAs = async (page) => (await eventsOf(page, "signed-in")).map(({ detail }) => detail.user.email);
