// One deadline for headers and body: an answer that never comes, and one that never ends.

import assert from "node:assert/strict";
import { ruleFor } from "../support/fault-endpoints.mjs";
import { assertSilent, openFaultPage, QUIET, signInByCookie } from "../support/fault-table.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { until } from "../support/until.mjs";

const TIMEOUT_MS = 1_500;
/** How much longer a busy machine may take. */
const GRACE_MS = 4_000;
const OPTIONS = { ...QUIET, timeoutMs: TIMEOUT_MS };
/** Not more than six: a browser sends a host no more requests at a time. */
const ENDPOINTS = ["session", "permissions", "roles", "config", "login", "logout"];
const TIMED_OUT = {
  name: "SessionError",
  code: "timeout",
  status: null,
  retryable: true,
  retryAfterMs: null,
};
const CLOSED = { reason: null, stale: false, user: null, features: [], open: [] };

const KINDS = {
  "never answers": { drop: "hang" },
  "sends headers and no body": { drip: { bytes: 1, every_ms: 60_000 } },
  // The shortest answer has 16 bytes: it is not complete until long after the deadline.
  "sends the answer too slowly": { drip: { bytes: 1, every_ms: 300 } },
  "never ends its answer": { body: " ", drip: { bytes: 1, every_ms: 20, endless: true } },
};

const isInTime = (ms) => ms >= TIMEOUT_MS - 5 && ms < TIMEOUT_MS + GRACE_MS;

/** Waits until so many answers have begun, and their connections are all closed. */
const untilAllCut = ({ origin }, count) =>
  until("the deployment to see the connections closed", async () => {
    const answers = await (await fetch(`${origin}/_control/answers`)).json();
    return answers.length >= count && answers.every(({ end }) => end === "cut");
  });

test(
  "an answer that never comes or never ends is a timeout at every endpoint",
  scenario(async ({ context, another, watch }) => {
    // A cookie is enough on this deployment for endpoints that are marked "bearer token".
    const deployment = await another("bare", ["--bearer", "cookie"]);
    const page = await openFaultPage(context, deployment, { idle: true });
    for (const [what, rule] of Object.entries(KINDS)) {
      await signInByCookie(context, deployment, "ada");
      // A sign-in or sign-out supersedes the other calls of its session: each call has another session.
      const before = await page.evaluate(
        async ([names, options]) => {
          for (const session of Object.values(globalThis.sessions ?? {})) session.close();
          globalThis.sessions = {};
          for (const name of names) {
            sessions[name] = bare.start(options).session;
            await sessions[name].ready;
          }
          return faults.look(sessions.session);
        },
        [ENDPOINTS, OPTIONS],
      );
      assert.equal(before.status, "authenticated");
      await fetch(`${deployment.origin}/_control/answers`, { method: "DELETE" });
      await deployment.control.faults(
        ...ENDPOINTS.map((endpoint) => ({ ...ruleFor(endpoint, { rule }), times: 50 })),
      );
      const ends = await page.evaluate(async () => {
        const timed = async ([name, session]) => {
          const began = performance.now();
          const ended = await faults.call(name, session);
          const ms = performance.now() - began;
          const state = faults.look(session);
          // A pending sign-out would be sent again, and end the session of all: `refresh()` gives it up.
          if (name === "logout") {
            const givenUp = session.refresh().catch(() => {});
            session.close();
            await givenUp;
          }
          return { name, ended, state, ms };
        };
        return Promise.all(Object.entries(sessions).map(timed));
      });
      assert.equal(ends.length, ENDPOINTS.length);
      for (const { name, ended, state, ms } of ends) {
        assert.deepEqual(ended, { error: TIMED_OUT }, `${name}: ${what}`);
        assert.ok(isInTime(ms), `${name}: ${what}: ${ms} ms`);
        const shown = {
          session: { ...before, stale: true, error: TIMED_OUT },
          logout: { ...CLOSED, status: "unknown", error: TIMED_OUT },
        };
        assert.deepEqual(state, shown[name] ?? before, `${name}: ${what}`);
      }

      await deployment.control.clearFaults();
      if (rule.drip) await untilAllCut(deployment, ENDPOINTS.length);
      for (const name of ENDPOINTS.filter((name) => name !== "logout")) {
        // On a busy machine a good answer may come too late, too.
        await until(`${name} to be answered`, () =>
          page.evaluate(async (of) => (await faults.call(of, sessions[of])).taken, name),
        );
      }
      const after = await page.evaluate(() => faults.look(sessions.login));
      assert.equal(after.status, "authenticated");
    }
    assertSilent(watch);
  }),
);

// supabase/supabase-js#2344: a start-up that hangs.
test(
  "a first read that times out leaves every gate closed, and is repeated",
  scenario(async ({ context, deployment, watch }) => {
    const page = await openFaultPage(context, deployment, { account: "ada", idle: true });
    const kinds = Object.values(KINDS);
    await deployment.control.faults(...kinds.map((rule) => ({ ...ruleFor("session", { rule }), times: 1 })));
    const loads = await page.evaluate(
      ([count, options]) => {
        const until = (session, isSo) =>
          new Promise((resolve) =>
            session.subscribe((snapshot) => isSo(snapshot) && resolve(performance.now())),
          );
        const load = async () => {
          const began = performance.now();
          const { session } = bare.start(options);
          const failed = await until(session, ({ error }) => error);
          const state = faults.look(session);
          await until(session, ({ status }) => status === "authenticated");
          return { ms: failed - began, state, ready: (await session.ready).status };
        };
        return Promise.all(Array.from({ length: count }, load));
      },
      [kinds.length, OPTIONS],
    );
    for (const { ms, state, ready } of loads) {
      assert.deepEqual(state, { ...CLOSED, status: "unknown", error: TIMED_OUT });
      assert.ok(isInTime(ms), `${ms} ms`);
      assert.equal(ready, "authenticated");
    }
    assert.equal(loads.length, kinds.length);
    assertSilent(watch);
  }),
);
