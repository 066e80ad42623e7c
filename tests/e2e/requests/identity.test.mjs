// A request ends with the identity that made it, wherever it is; only one with `keepalive` goes on.

import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf } from "../support/accounts.mjs";
import { known, login, logout, openBare, signIn, snapshotOf } from "../support/bare-page.mjs";
import { AGENTS, LOGIN, PERMISSIONS, SESSION } from "../support/identity-api.mjs";
import { startRelay } from "../support/relay.mjs";
import { stage } from "../support/stage.mjs";
import { until } from "../support/until.mjs";

const { scenario } = stage();

/** Where a request is as its identity ends: what brings it there, and what it is waiting for then. */
const PLACES = {
  waiting: async (page, relay) => {
    const read = relay.halt("answer", "GET", SESSION);
    await page.evaluate(
      () => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })) && undefined,
    );
    await read.met();
    await ask(page);
  },
  "under way": async (page, relay) => {
    const answer = relay.halt("answer", "GET", AGENTS);
    await ask(page);
    await answer.met();
  },
  "with its body streaming": async (page, relay) => {
    relay.hold(["GET", AGENTS]);
    await ask(page);
    await relay.held();
    await page.waitForFunction(() => globalThis.answered === 200);
  },
};

/** What ends an identity. */
const ENDS = {
  "a sign-out": ({ page }) => void logout(page).catch(() => {}),
  "another tab's sign-out": ({ there }) => logout(there),
  "another user": ({ page }) => login(page, credentialsOf("grace")),
  "the end of the session": ({ page }) => page.evaluate(() => session.close()),
};

for (const [place, bring] of Object.entries(PLACES))
  for (const [what, end] of Object.entries(ENDS))
    scenario(`a request that is ${place} ends with its identity, at ${what}`, async (given) => {
      await withPage(given, async ({ page, there, relay }) => {
        await bring(page, relay);
        await end({ page, there });
        const { error } = await page.evaluate(() => globalThis.ending);
        const isClosed = what === "the end of the session" && place !== "with its body streaming";
        assert.equal(error?.code, isClosed ? "closed" : "superseded", JSON.stringify(error));
      });
    });

scenario("a request with `keepalive` goes on, once it has left", (given) =>
  withPage(given, async ({ page, relay }) => {
    const answer = relay.halt("answer", "GET", AGENTS);
    await ask(page, { keepalive: true });
    await answer.met();
    await logout(page);
    answer.go();
    assert.deepEqual(await page.evaluate(() => globalThis.ending), { value: "whole" });
  }),
);

scenario("the caller's own signal keeps its reason", (given) =>
  withPage(given, async ({ page, relay }) => {
    relay.hold(["GET", AGENTS]);
    const reason = await page.evaluate(async (path) => {
      const own = new AbortController();
      const answer = await session.fetch(path, { signal: own.signal });
      own.abort("mine");
      return answer.text().catch((error) => error);
    }, AGENTS);
    assert.equal(reason, "mine");
  }),
);

scenario(
  "an identity ends once, and before any listener hears of what comes next",
  async ({ context, deployment }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    const told = await page.evaluate(async (grace) => {
      const told = [];
      const ended = session.identity;
      session.subscribe(({ user }) =>
        told.push(`shows ${user?.email ?? null}, ${session.identity === ended}`),
      );
      session.permissions.subscribe(() => told.push("permissions"));
      for (const type of ["signed-in", "signed-out"]) session.addEventListener(type, () => told.push(type));
      session.addEventListener("identity-ended", ({ detail }) =>
        told.push(`${detail.key === ended.key} ${ended.signal.aborted} ${ended.signal.reason.code}`),
      );
      told.length = 0;
      await session.login(grace);
      await session.refresh();
      return told;
    }, credentialsOf("grace"));
    assert.equal(told[0], "true true superseded");
    assert.ok(told.includes(`shows ${ACCOUNTS.grace.email}, false`));
    assert.equal(told.filter((each) => each.includes("superseded")).length, 1);
  },
);

scenario(
  "an identity outlasts a session that merely ended, for the same user",
  async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment, { options: { revalidate: { minIntervalMs: 0 } } });
    await signIn(page, "ada");
    const keyOf = () => page.evaluate(() => session.identity.key);
    const key = await keyOf();
    await control.expire();
    await page.evaluate(() => bare.outcome(session.refresh()));
    assert.equal((await snapshotOf(page)).reason, "ended");
    await signIn(page, "ada");
    assert.equal(await keyOf(), key);
    await signIn(page, "grace");
    assert.notEqual(await keyOf(), key);
  },
);

for (const way of ["another tab signs her in", "she signs in here, and the answer is lost"])
  scenario(
    `what is asked for before it is known who is there is never Ada's on a page of Grace: ${way}`,
    (given) =>
      withPage(given, async ({ page: there, relay }) => {
        const here = await openBare(given.context, relay, { idle: true });
        const read = relay.halt("answer", "GET", SESSION);
        await here.evaluate(async (path) => {
          globalThis.seen = bare.start({ timeoutMs: 1_500 });
          globalThis.session = seen.session;
          globalThis.asked = session.fetch(path).then(
            async (response) => [session.snapshot.user?.email, (await response.json()).data?.user_type],
            ({ code }) => [code],
          );
        }, PERMISSIONS);
        await read.met();
        if (way.startsWith("another")) await login(there, credentialsOf("grace"));
        else {
          relay.hold(["POST", LOGIN]);
          await here.evaluate((given) => bare.outcome(session.login(given)), credentialsOf("grace"));
        }
        const [shown, role] = await here.evaluate(() => asked);
        assert.ok(role !== "default" || shown === ACCOUNTS.ada.email, `${shown} ${role}`);
      }),
  );

/** Two tabs of Ada's, the first over a relay. */
async function withPage({ context, another }, story) {
  const relay = await startRelay(await another("bare", ["--bearer", "cookie"]));
  try {
    const there = await openBare(context, relay);
    await signIn(there, "ada");
    const page = await openBare(context, relay);
    await signIn(page, "ada");
    await known(page);
    await until("the tab to be quiet", async () => !(await snapshotOf(page)).stale);
    await story({ page, there, relay });
  } finally {
    await relay.stop();
  }
}

/** A request of the page's; `ending` says how its answer's body ended. */
const ask = (page, init = {}) =>
  page.evaluate(
    ([path, init]) => {
      globalThis.ending = bare.outcome(
        session.fetch(path, init).then(async (answer) => {
          globalThis.answered = answer.status;
          await answer.text();
          return "whole";
        }),
      );
    },
    [AGENTS, init],
  );
