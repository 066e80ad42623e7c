// What `Retry-After` asks for is waited for, and what cannot be meant by it is not.

import assert from "node:assert/strict";
import { after } from "node:test";
import { RETRY_AFTER } from "../cases/fault-transport.mjs";
import { ruleFor } from "./support/fault-endpoints.mjs";
import { assertSilent, openFaultPage, QUIET } from "./support/fault-table.mjs";
import { stage } from "./support/stage.mjs";

const { scenario } = stage();

let tried = 0;
after(() => console.log(`${tried} bodies tried`));

/** How long a session is watched that is not to read again yet. */
const WATCH_MS = 200;
/** What a busy machine may add. */
const GRACE_MS = 3_000;

scenario(
  "a first read that fails is read again by itself, as soon as the deployment allows and no sooner",
  async ({ context, deployment, watch }) => {
    const page = await openFaultPage(context, deployment, { account: "ada", idle: true });
    const rows = [["1", 1_000], ...RETRY_AFTER].map(([header, asked], index) => {
      const status = index % 2 === 0 ? 429 : 503;
      return { header, asked: asked ?? 0, rule: { status, headers: { "retry-after": header } } };
    });
    const results = await page.evaluate(loadAndWait, [
      rows.map((row) => ({
        rule: ruleFor("session", row),
        patience: row.asked > 1_000 ? WATCH_MS : 1_000 + GRACE_MS,
      })),
      QUIET,
    ]);
    assert.equal(results.length, rows.length);
    for (const [index, { header, asked }] of rows.entries()) {
      const { ms, answered } = results[index];
      const about = `Retry-After ${JSON.stringify(header)}: ${ms} ms`;
      if (asked > 1_000) assert.equal(ms, null, about);
      else assert.ok(ms !== null && ms >= asked && ms < asked + GRACE_MS, about);
      assert.deepEqual(answered, { taken: true }, about);
      tried += 1;
    }
    assertSilent(watch);
  },
);

/** How long each row's session took to recover by itself; `null` for those that had not within its patience. */
async function loadAndWait([rows, options]) {
  // The random part of every wait is none.
  Math.random = () => 0;
  const until = (session, patience, isSo) =>
    new Promise((resolve) => {
      setTimeout(resolve, patience, null);
      session.subscribe((snapshot) => isSo(snapshot) && resolve(performance.now()));
    });
  const results = [];
  for (const { rule, patience } of rows) {
    await faults.steer("PUT", "faults", [rule]);
    const { session } = bare.start(options);
    const failed = await until(session, 5_000, ({ error }) => error);
    const recovered = await until(session, patience, ({ status }) => status === "authenticated");
    // Who asks is answered, whatever is waited for.
    const answered = await faults.call("session", session);
    results.push({ ms: recovered && recovered - failed, answered });
    session.close();
  }
  return results;
}
