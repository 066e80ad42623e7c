// A failed first read is repeated after the wait that `Retry-After` names, where the header is valid.

import assert from "node:assert/strict";
import { RETRY_AFTER } from "../../cases/fault-transport.mjs";
import { ruleFor } from "../support/fault-endpoints.mjs";
import { assertSilent, openFaultPage, QUIET } from "../support/fault-table.mjs";
import { scenario, test } from "../support/scenario.mjs";

/** How long a session is watched that must not read again yet. */
const WATCH_MS = 200;
/** How long a session is watched that must read again by itself. Its wait is judged by its timers: a busy machine adds to it. */
const PATIENCE_MS = 4_000;
/** The longest timer: a longer wait takes several. */
const STEP_MS = 600_000;
/** The deadline of requests, unlike any wait of these rows. Its timer is shorter by the age of the request, at most 10 s. */
const DEADLINE_MS = 100_000;
const isDeadline = (delay) => delay > DEADLINE_MS - 10_000 && delay <= DEADLINE_MS;
/** Shorter timers belong to the start of the module, and delay no request. */
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
      // Where the module has loaded after the answer, a part of the wait is over.
      else assert.ok(waits.length <= 1 && waits.every((wait) => wait <= asked), about);
      assert.deepEqual(answered, { taken: true }, about);
    }
    assertSilent(watch);
  }),
);

/**
 * Runs in the page. Returns for each row how long after the failed answer its session read again by itself, `null` where it
 * had not recovered within its patience; and the delays of the `timers` that were set in between.
 */
async function loadAndWait([rows, options]) {
  // Waits have no random part.
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
    let timers, failedAt, readAgainAt;
    let isWaiting = false;
    globalThis.setTimeout = (callback, delay, ...rest) => {
      if (isWaiting) timers.push(delay);
      return realSetTimeout(callback, delay, ...rest);
    };
    globalThis.fetch = async (...given) => {
      // Not a session read, as the request for the WebAssembly.
      if (!String(given[0]).endsWith("/api/auth/session")) return realFetch(...given);
      if (isWaiting) [readAgainAt, isWaiting] = [performance.now(), false];
      const answer = await realFetch(...given);
      if (timers === undefined) [timers, failedAt, isWaiting] = [[], performance.now(), true];
      return answer;
    };
    const { session } = bare.start(options);
    await until(session, 5_000, ({ error }) => error);
    const hasRecovered = await until(session, patience, ({ status }) => status === "authenticated");
    Object.assign(globalThis, { setTimeout: realSetTimeout, fetch: realFetch });
    // A call sends its read at once, also during the wait.
    const answered = await faults.call("session", session);
    results.push({ ms: hasRecovered ? readAgainAt - failedAt : null, timers, answered });
    session.close();
  }
  return results;
}
