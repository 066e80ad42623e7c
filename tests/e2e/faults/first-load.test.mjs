// Every fault that the first answer can have. The entry shows the answer while the WebAssembly is still loading; the
// engine judges it afterwards. Each row has a session; a page has as many rows as begin well within the time that
// the WebAssembly may take to load.

import assert from "node:assert/strict";
import { ENDPOINTS, entriesOf, ruleFor } from "../support/fault-endpoints.mjs";
import { assertSilent, judgeAll, openFaultPage, QUIET, rowsOf } from "../support/fault-table.mjs";
import { scenario, test } from "../support/scenario.mjs";

const ROWS_A_PAGE = 40;
const FORGED = ENDPOINTS.session.good.user;
const CLOSED = { user: null, features: [], open: [], stale: false };

test(
  "a first answer opens nothing that it does not grant, before and after the WebAssembly is loaded",
  scenario(async ({ context, deployment, watch }) => {
    const rows = rowsOf("session");
    const results = [];
    while (results.length < rows.length) {
      const batch = rows.slice(results.length, results.length + ROWS_A_PAGE);
      const page = await openFaultPage(context, deployment, { account: "ada", idle: true });
      results.push(...(await page.evaluate(loadOnce, [batch.map((row) => ruleFor("session", row)), QUIET])));
      await page.close();
    }
    const ada = results[0].final;
    assert.deepEqual([ada.status, ada.user.email], ["authenticated", "ada@example.com"]);

    judgeAll("session", rows, results, (row, { early, published, ready, recovered, final }, error) => {
      if (error?.code === "account-deactivated") {
        assert.deepEqual(early, { ...CLOSED, status: "unauthenticated", reason: "deactivated", error: null });
      } else if (row.fails) {
        assert.deepEqual(early, { ...CLOSED, status: "unknown", reason: null, error: null });
      } else if (row.ends) {
        assert.deepEqual(early, { ...CLOSED, status: "unauthenticated", reason: "no-session", error: null });
      } else {
        assert.deepEqual([early.status, early.stale, early.error], ["authenticated", false, null]);
        if (!row.deep) assert.deepEqual(early.features, entriesOf(row.shows ?? FORGED.permissions));
      }
      if (error?.code === "account-deactivated") assert.deepEqual(published, ["unauthenticated", null]);
      else if (error) assert.deepEqual(published, ["unknown", error]);
      else assert.deepEqual(published, [row.ends ? "unauthenticated" : "authenticated", null]);
      assert.deepEqual([ready, recovered], [true, { taken: true }]);
      assert.deepEqual(final, ada);
    });
    assertSilent(watch);
  }),
);

/** Starts the session of every row while the WebAssembly is held back, then releases that. */
async function loadOnce([rules, options]) {
  const { wasm, release } = await bare.holdModule();

  let reads = 0;
  let check = () => {};
  new PerformanceObserver((list) => {
    reads += list.getEntries().filter(({ name }) => new URL(name).pathname === "/api/auth/session").length;
    check();
  }).observe({ type: "resource" });
  const readsAre = (count) =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`${reads} of ${count} reads ended`)), 8_000);
      check = () => {
        if (reads < count) return;
        clearTimeout(late);
        resolve();
      };
      check();
    });

  const loads = [];
  const unheard = [];
  for (const [index, rule] of rules.entries()) {
    await faults.steer("PUT", "faults", [rule]);
    loads.push(bare.start(index === 0 ? { ...options, wasm } : options));
    await readsAre(index + 1);
    unheard.push(...faults.damage().unheard.map((what) => [index, what]));
  }
  await faults.steer("DELETE", "faults");
  const early = loads.map(({ session }) => faults.look(session));

  const before = loads.map(({ snapshots }) => snapshots.length);
  release();
  const results = [];
  for (const [index, { session, snapshots }] of loads.entries()) {
    const isPublished = () => snapshots.length > before[index] || early[index].status !== "unknown";
    for (let waited = 0; !isPublished() && waited < 8_000; waited += 5)
      await new Promise((go) => setTimeout(go, 5));
    // An answer that was shown early is confirmed without a publication; any other is published first.
    const { status, error } = snapshots[before[index]] ?? session.snapshot;
    const published = [status, error && faults.failure(error)];
    const recovered = await faults.call("session", session);
    const late = new Promise((resolve) => setTimeout(resolve, 1_000, false));
    const ready = await Promise.race([session.ready.then(() => true, faults.failure), late]);
    const damage = faults.damage();
    damage.unheard.push(...unheard.filter(([row]) => row === index).map(([, what]) => what));
    results.push({ early: early[index], published, ready, recovered, final: faults.look(session), damage });
    session.close();
  }
  return results;
}
