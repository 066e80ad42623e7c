// What `Retry-After` asks for is waited for, and what cannot be meant by it is not.

import assert from "node:assert/strict";
import { RETRY_AFTER } from "../../cases/fault-transport.mjs";
import { ruleFor } from "../support/fault-endpoints.mjs";
import { assertSilent, openFaultPage, QUIET } from "../support/fault-table.mjs";
import { scenario, test } from "../support/scenario.mjs";

/** How long a session is watched that is not to read again yet. */
const WATCH_MS = 200;
/** How long one is watched that is to read again by itself. Its own wait is judged by its timers, whatever the machine adds. */
const PATIENCE_MS = 4_000;
/** A longer wait is taken in steps of this at most. */
const STEP_MS = 600_000;
/** Told apart from every wait: the deadline of a request that was made at most 10 s ago. */
const DEADLINE_MS = 100_000;
const isDeadline = (delay) => delay > DEADLINE_MS - 10_000 && delay <= DEADLINE_MS;
/** Shorter timers are of the module's start, and keep no request waiting. */
const SHORTEST_MS = 100;

test(
  "a first read that fails is read again by itself, as soon as the deployment allows and no sooner",
  scenario(async ({ context, deployment, watch }) => {
    const page = await openFaultPage(context, deployment, { account: "ada", idle: true });
    const rows = [["1", 1_000], ...RETRY_AFTER].map(([header, asked], index) => {
      const status = index % 2 === 0 ? 429 : 503;
      return { header, asked: asked ?? 0, rule: { status, headers: { "retry-after": header } } };
    });
    const results = await page.evaluate(loadAndWait, [
      rows.map((row) => ({
        rule: ruleFor("session", row),
        patience: row.asked > 1_000 ? WATCH_MS : PATIENCE_MS,
      })),
      { ...QUIET, timeoutMs: DEADLINE_MS },
    ]);
    assert.equal(results.length, rows.length);
    for (const [index, { header, asked }] of rows.entries()) {
      const { ms, timers, answered } = results[index];
      const waits = timers.filter((delay) => delay >= SHORTEST_MS && !isDeadline(delay));
      const about = `Retry-After ${JSON.stringify(header)}: ${ms} ms, waits ${waits}`;
      if (asked > 1_000) assert.equal(ms, null, about);
      else assert.ok(ms !== null && ms >= asked, about);
      if (asked > STEP_MS) assert.ok(waits.length > 0 && waits.every((wait) => wait > STEP_MS / 2), about);
      // Where the module came after the answer, a part of the wait is over by then.
      else assert.ok(waits.length <= 1 && waits.every((wait) => wait <= asked), about);
      assert.deepEqual(answered, { taken: true }, about);
    }
    assertSilent(watch);
  }),
);

/**
 * How long after the failed answer each row's session asked again by itself, `null` where it had not recovered within
 * its patience; and the delays of the `timers` that were set in between.
 */
async function loadAndWait([rows, options]) {
  // The random part of every wait is none.
  Math.random = () => 0;
  const { setTimeout: realSetTimeout, fetch: realFetch } = globalThis;
  const until = (session, patience, isSo) =>
    new Promise((resolve) => {
      realSetTimeout(resolve, patience, false);
      session.subscribe((snapshot) => isSo(snapshot) && resolve(true));
    });
  const results = [];
  for (const { rule, patience } of rows) {
    await faults.steer("PUT", "faults", [rule]);
    let timers, answeredAt, askedAgainAt;
    let isWaiting = false;
    globalThis.setTimeout = (callback, delay, ...rest) => {
      if (isWaiting) timers.push(delay);
      return realSetTimeout(callback, delay, ...rest);
    };
    globalThis.fetch = async (...given) => {
      // The module's file is no question to the deployment.
      if (!String(given[0]).endsWith("/api/auth/session")) return realFetch(...given);
      if (isWaiting) [askedAgainAt, isWaiting] = [performance.now(), false];
      const answer = await realFetch(...given);
      if (timers === undefined) [timers, answeredAt, isWaiting] = [[], performance.now(), true];
      return answer;
    };
    const { session } = bare.start(options);
    await until(session, 5_000, ({ error }) => error);
    const hasRecovered = await until(session, patience, ({ status }) => status === "authenticated");
    Object.assign(globalThis, { setTimeout: realSetTimeout, fetch: realFetch });
    // A call is answered, whatever is waited for.
    const answered = await faults.call("session", session);
    results.push({ ms: hasRecovered ? askedAgainAt - answeredAt : null, timers, answered });
    session.close();
  }
  return results;
}
