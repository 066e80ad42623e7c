import assert from "node:assert/strict";
import { BODIES } from "../../cases/fault-bodies.mjs";
import { TRANSPORT } from "../../cases/fault-transport.mjs";
import { credentialsOf } from "./accounts.mjs";
import { openBare } from "./bare-page.mjs";
import { installDriver } from "./fault-driver.mjs";
import { failureOf, passing, ruleFor } from "./fault-endpoints.mjs";
import { LOGIN } from "./identity-api.mjs";

/** Options of a session that reads only where a row calls it, and has patience with a busy machine. */
export const QUIET = { tabs: false, timeoutMs: 20_000, revalidate: { onFocus: false, onOnline: false } };

/** Returns the rows of one endpoint. */
export const rowsOf = (endpoint) => [...TRANSPORT, ...BODIES[endpoint]];

/** Opens a page with the driver and, with `account`, a session that is signed in by its cookie alone. */
export async function openFaultPage(context, deployment, { account, idle = false } = {}) {
  if (account) await signInByCookie(context, deployment, account);
  const page = await openBare(context, deployment, { options: QUIET, idle });
  await page.evaluate(installDriver, credentialsOf("ada"));
  // The wait after a failed read is random: never so short that the read meets the fault of the next row.
  await page.evaluate(() => {
    Math.random = () => 0.999;
  });
  if (!idle) await page.evaluate(() => session.ready);
  return page;
}

/** Signs this account in without a page: the browser has its session cookie then. */
export async function signInByCookie(context, { origin }, account) {
  const answer = await context.request.post(origin + LOGIN, { data: credentialsOf(account) });
  assert.equal(answer.status(), 200);
}

/** Returns what the page's session shows now. */
export const look = (page) => page.evaluate(() => faults.look(session));

/** Returns a row as the driver takes it. `next`: the calls that follow it; `asks`: whether they send requests to this endpoint. */
export function rowForDriver(endpoint, row, next, { asks = next.includes(endpoint) } = {}) {
  return { rule: ruleFor(endpoint, row), passing: asks ? [passing(endpoint)] : [], call: endpoint, next };
}

/**
 * Returns a function that returns the calls after a row: `next` after rows with an answer that is taken, after every fourth other row, and after the
 * last one; otherwise none, so that the next row follows at once.
 */
export const callsAfter = (rows, next) => (row, index) =>
  !row.fails || index % 4 === 0 || index === rows.length - 1 ? next : [];

/** Checks the result of every row by `judge(row, result, failure)`, and fails with the messages of all rows that did not pass. */
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
  assert.equal(new Set(rows.map(({ name }) => name)).size, rows.length, "each row has another name");
}

/**
 * Asserts that the console has only lines that faults provoke: Chromium's about failed requests, and the package's warnings of cached answers
 * and of large ids.
 */
export function assertSilent(watch) {
  const lines = watch.consoleLines.filter(
    (line) => !/^Failed to load resource: |a cache keeps answers|a user's id above 2\^53/.test(line),
  );
  assert.deepEqual(lines, [], "on the console");
}
