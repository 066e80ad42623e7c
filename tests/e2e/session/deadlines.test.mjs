import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf } from "../support/accounts.mjs";
import {
  eventsOf,
  known,
  openBare,
  refresh,
  signIn,
  snapshotOf,
  snapshotsOf,
} from "../support/bare-page.mjs";
import { AGENTS, LOGIN, LOGOUT, PERMISSIONS, ROLES, SESSION, SSO_CONFIG } from "../support/identity-api.mjs";
import { startRelay } from "../support/relay.mjs";
import { stage } from "../support/stage.mjs";
import { until } from "../support/until.mjs";

const { scenario } = stage();

/** The calls that can be under way beside each other, each with what it asks for. */
const SIDE_BY_SIDE = {
  refresh: SESSION,
  roles: ROLES,
  "permissions.refresh": PERMISSIONS,
  "sso.config": SSO_CONFIG,
};

const TIMEOUT_MS = 300;

for (const [where, withhold] of [
  ["before its headers", (asked, { control }) => control.faults(...asked.map(hanging))],
  ["within its body", (asked, { relay }) => relay.hold(...asked)],
]) {
  scenario(
    `an answer that stops ${where} ends every call at its deadline, and the next call is answered`,
    async ({ context, deployment, control }) => {
      const relay = await startRelay(deployment);
      try {
        const page = await openBare(context, relay, { options: { timeoutMs: TIMEOUT_MS } });
        await known(page);
        const givenUp = requestsGivenUp(page);
        const late = async (calls, asked) => {
          await withhold(asked, { control, relay });
          const ended = await end(page, calls);
          assert.deepEqual(
            ended.map(({ code, retryable }) => [code, retryable]),
            calls.map(() => ["timeout", true]),
          );
          for (const { afterMs } of ended) assert.ok(afterMs >= TIMEOUT_MS - 5, `after ${afterMs} ms`);
          await until("the requests to be given up", () => asked.every(([, path]) => givenUp.has(path)));
          await control.clearFaults();
        };
        const reads = Object.values(SIDE_BY_SIDE).map((path) => ["GET", path]);
        await late(Object.keys(SIDE_BY_SIDE), reads);
        await late(["login"], [["POST", LOGIN]]);
        await late(["logout"], [["POST", LOGOUT]]);

        const { value } = await until("an answer", async () => {
          const refreshed = await refresh(page);
          return refreshed.value && refreshed;
        });
        assert.deepEqual([value.stale, value.error], [false, null]);
      } finally {
        await relay.stop();
      }
    },
  );
}

scenario("a deadline too far for a timer does not come at once", async ({ context, deployment, control }) => {
  const page = await openBare(context, deployment, { options: { timeoutMs: 2 ** 31 + 5 } });
  await known(page);
  await control.faults({ method: "GET", path: SESSION, times: 1, delay_ms: 100 });
  assert.equal((await refresh(page)).value.status, "unauthenticated");
});

scenario(
  "every call that takes an AbortSignal can be called off, before and under way",
  async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    const calls = { ...SIDE_BY_SIDE, "sso.start": SSO_CONFIG, fetch: AGENTS, login: LOGIN };
    for (const [call, path] of Object.entries(calls)) {
      const method = path === LOGIN ? "POST" : "GET";
      await control.clearLog();
      assert.equal(await calledOff(page, call, "before"), "aborted", `${call}, before`);
      assert.deepEqual(await control.requests(method, path), [], `${call} sends nothing`);

      const givenUp = requestsGivenUp(page);
      await control.faults({ ...hanging([method, path]), times: 1 });
      assert.equal(await calledOff(page, call, path), "aborted", call);
      // A session read goes on: whoever else wants to know shares it.
      if (path !== SESSION) await until(`${call} to be given up`, () => givenUp.has(path));
      await control.clearFaults();
    }
    const answered = await page.evaluate(async (credentials) => {
      await session.login(credentials);
      const [config, roles, features, agents] = await Promise.all([
        session.sso.config({ signal: new AbortController().signal }),
        session.roles({ signal: new AbortController().signal }),
        session.permissions.refresh({ signal: new AbortController().signal }),
        session.fetch("/agent-hub-api/api/agent/list", { signal: new AbortController().signal }),
      ]);
      return [config.enabled, roles.length > 0, Object.keys(features).length > 0, agents.status];
    }, credentialsOf("ada"));
    assert.deepEqual(answered, [false, true, true, 200]);
  },
);

scenario(
  "who calls a shared request off leaves it to the others, and a late signal changes nothing",
  async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    await control.faults(
      ...[ROLES, PERMISSIONS, SSO_CONFIG].map((path) => ({ method: "GET", path, times: 1, delay_ms: 300 })),
    );
    await control.clearLog();
    const ended = await page.evaluate(async () => {
      const controller = new AbortController();
      const { signal } = controller;
      const calls = [session.roles, session.permissions.refresh, session.sso.config];
      const left = calls.map((call) => bare.outcome(call({ signal })));
      const stayed = calls.map((call) => bare.outcome(call()));
      controller.abort("a reason that is no Error");
      const codes = (await Promise.all(left)).map(({ error }) => error?.code);
      const values = (await Promise.all(stayed)).map(({ value }) => typeof value);
      const late = new AbortController();
      const { status } = await session.refresh({ signal: late.signal });
      late.abort();
      return { codes, values, status, after: session.snapshot.status };
    });
    assert.deepEqual(ended, {
      codes: ["aborted", "aborted", "aborted"],
      values: ["object", "object", "object"],
      status: "authenticated",
      after: "authenticated",
    });
    for (const path of [ROLES, PERMISSIONS, SSO_CONFIG]) {
      assert.equal((await control.requests("GET", path)).length, 1, path);
    }
  },
);

scenario(
  "the page's own request has no deadline, and its body can be called off after its headers",
  async ({ context, deployment }) => {
    const relay = await startRelay(deployment);
    try {
      const page = await openBare(context, relay, { options: { timeoutMs: TIMEOUT_MS } });
      await until("the sign-in", async () => (await end(page, ["login"]))[0].code === null);
      relay.hold(["GET", AGENTS]);
      const ended = await page.evaluate(
        async ([path, waitMs]) => {
          const controller = new AbortController();
          const response = await session.fetch(path, { signal: controller.signal });
          const reading = response.text().then(
            () => "read",
            (error) => error.name,
          );
          const wait = new Promise((resolve) => setTimeout(resolve, waitMs, "waits"));
          const longAfter = await Promise.race([reading, wait]);
          controller.abort();
          return { status: response.status, longAfter, reading: await reading };
        },
        [AGENTS, TIMEOUT_MS + 100],
      );
      assert.deepEqual(ended, { status: 200, longAfter: "waits", reading: "AbortError" });
    } finally {
      await relay.stop();
    }
  },
);

// The cookie comes with the headers, so a sign-in that is given up within its body has left one behind.
for (const [what, giveUp, { code, shown, kept }] of [
  ["called off", () => controller.abort(), { code: "aborted", shown: ACCOUNTS.ada.email, kept: 1 }],
  ["superseded by a sign-out", () => session.logout(), { code: "superseded", shown: undefined, kept: 0 }],
  [
    "superseded by one that is refused",
    () => bare.outcome(session.login({ email: "ada@example.com", password: "wrong" })),
    { code: "superseded", shown: ACCOUNTS.ada.email, kept: 1 },
  ],
  [
    "superseded by one that is accepted",
    (credentials) => session.login(credentials),
    { code: "superseded", shown: ACCOUNTS.grace.email, kept: 1 },
  ],
]) {
  scenario(
    `of a sign-in ${what}, the read that follows tells what the browser really kept`,
    async ({ context, deployment, control }) => {
      const relay = await startRelay(deployment);
      try {
        const page = await openBare(context, relay);
        await known(page);
        await control.clearLog();
        relay.hold(["POST", LOGIN]);
        await page.evaluate((credentials) => {
          globalThis.controller = new AbortController();
          globalThis.given = bare.outcome(session.login(credentials, { signal: controller.signal }));
        }, credentialsOf("ada"));
        await relay.held();
        await until("the cookie", async () => (await context.cookies(relay.origin)).length === 1);
        await page.evaluate(giveUp, credentialsOf("grace"));
        assert.equal(await page.evaluate(() => given.then(({ error }) => error?.code)), code);
        await until(
          "the read that follows",
          async () => (await control.requests("GET", SESSION)).length === 1,
        );
        const { user } = await until("what it tells", async () => {
          const snapshot = await snapshotOf(page);
          return snapshot.user?.email === shown && snapshot;
        });
        assert.equal((await context.cookies(relay.origin)).length, kept);
        const strangers = (await snapshotsOf(page)).filter(({ user }) => user && user.email !== shown);
        assert.deepEqual(strangers, [], "nobody else was shown");
        const signedIn = await eventsOf(page, "signed-in");
        assert.deepEqual(
          signedIn.map(({ detail }) => detail.user.email),
          user ? [shown] : [],
        );
      } finally {
        await relay.stop();
      }
    },
  );
}

const hanging = ([method, path]) => ({ method, path, times: 50, drop: "hang" });

/** The paths of requests that the page gave up from now on. */
function requestsGivenUp(page) {
  const paths = new Set();
  page.on("requestfailed", (request) => paths.add(new URL(request.url()).pathname));
  return paths;
}

/** Makes these calls at once, and tells how each ended: its error's code, `null` for none, and after how long. */
function end(page, calls) {
  return page.evaluate(
    ([names, credentials]) =>
      Promise.all(
        names.map(async (name) => {
          const owner = name.includes(".") ? session[name.split(".")[0]] : session;
          const began = performance.now();
          const { error } = await bare.outcome(owner[name.split(".").at(-1)](credentials));
          return {
            code: error?.code ?? null,
            retryable: error?.retryable,
            afterMs: performance.now() - began,
          };
        }),
      ),
    [calls, credentialsOf("ada")],
  );
}

/** Calls a call off, and tells with which code it ended: `when` is "before", or the path of its request, once that is under way. */
async function calledOff(page, call, when) {
  const underWay =
    when === "before"
      ? undefined
      : page.waitForRequest((request) => new URL(request.url()).pathname === when);
  await page.evaluate(
    ([name, aborted, credentials, path]) => {
      globalThis.controller = new AbortController();
      const { signal } = controller;
      if (aborted) controller.abort("a reason that is no Error");
      const owner = name.includes(".") ? session[name.split(".")[0]] : session;
      const act = owner[name.split(".").at(-1)];
      const first = { login: credentials, fetch: path }[name];
      globalThis.given = bare.outcome(first ? act(first, { signal }) : act({ signal }));
    },
    [call, when === "before", credentialsOf("ada"), AGENTS],
  );
  await underWay;
  return page.evaluate(() => {
    controller.abort();
    return given.then(({ error }) => error?.code);
  });
}
