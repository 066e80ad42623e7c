import assert from "node:assert/strict";
import { BODIES } from "../../cases/fault-bodies.mjs";
import { TRANSPORT } from "../../cases/fault-transport.mjs";
import { credentialsOf } from "./accounts.mjs";
import { openBare } from "./bare-page.mjs";
import { installDriver } from "./fault-driver.mjs";
import { failureOf, passing, ruleFor } from "./fault-endpoints.mjs";
import { LOGIN } from "./identity-api.mjs";

/** Options of a session that reads only as a row makes it, and does not give up on a busy machine. */
export const QUIET = { tabs: false, timeoutMs: 20_000, revalidate: { onFocus: false, onOnline: false } };

/** Returns the rows of one endpoint. */
export const rowsOf = (endpoint) => [...TRANSPORT, ...BODIES[endpoint]];

/** Opens a page with the driver and, with `account`, a session that is signed in by its cookie alone. */
export async function openFaultPage(context, deployment, { account, idle = false } = {}) {
  if (account) await signInByCookie(context, deployment, account);
  const page = await openBare(context, deployment, { options: QUIET, idle });
  await page.evaluate(installDriver, credentialsOf("ada"));
  // What failed is tried again at random: never so soon that it meets the fault of the next row.
  await page.evaluate(() => {
    Math.random = () => 0.999;
  });
  if (!idle) await page.evaluate(() => session.ready);
  return page;
}

/** Leaves the session cookie of this account with the browser. */
export async function signInByCookie(context, { origin }, account) {
  const answer = await context.request.post(origin + LOGIN, { data: credentialsOf(account) });
  assert.equal(answer.status(), 200);
}

/** Returns what the page's session shows now. */
export const look = (page) => page.evaluate(() => faults.look(session));

/** Returns a row as the driver takes it; `next` are the calls that follow it, `asks` whether they ask the endpoint again. */
export function driven(endpoint, row, next, { asks = next.includes(endpoint) } = {}) {
  return { rule: ruleFor(endpoint, row), passing: asks ? [passing(endpoint)] : [], call: endpoint, next };
}

/**
 * Returns the calls after a row, where every fourth row, and each with an answer that is taken, is followed by good ones. The call after the
 * others is the next row's own, and judged as well.
 */
export const inTurn = (rows, next) => (row, index) =>
  !row.fails || index % 4 === 0 || index === rows.length - 1 ? next : [];

/**
 * Holds the result of every row to `judge(row, result, failure)`, and fails with all that did not pass at once.
 */
export function judgeAll(endpoint, rows, results, judge) {
  const surprises = [];
  for (const [index, row] of rows.entries()) {
    try {
      const result = results[index];
      assert.deepEqual(result.damage, { polluted: false, unheard: [] }, "beside the answer");
      judge(row, result, failureOf(endpoint, row));
    } catch (error) {
      surprises.push(`${endpoint}: ${row.name}: ${error.message}`);
    }
  }
  assert.equal(surprises.length, 0, `\n${surprises.join("\n\n")}`);
  assert.equal(results.length, rows.length);
  assert.equal(new Set(rows.map(({ name }) => name)).size, rows.length, "every row has a name of its own");
}

/**
 * Chromium itself notes failed requests and error statuses, and the package that the user is there again in the second of a sign-out
 * that a fault has confirmed; nothing else writes a line.
 */
export function assertSilent(watch) {
  const lines = watch.consoleLines.filter(
    (line) => !/^Failed to load resource: |a cache keeps answers|a user's id above 2\^53/.test(line),
  );
  assert.deepEqual(lines, [], "on the console");
}
