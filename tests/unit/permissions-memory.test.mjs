// Which stores of features stay in memory, in a process that collects its garbage on demand.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { describe, it } from "node:test";

const permissions = new URL("../../pkg/entry/permissions.js", import.meta.url);
const snapshot = new URL("../../pkg/entry/snapshot.js", import.meta.url);
const stores = new URL("../../pkg/entry/feature-listeners.js", import.meta.url);
const subscribable = new URL("../../pkg/entry/subscribable.js", import.meta.url);

const STAGE = `
  import { createPermissions } from "${permissions}";
  import { UNKNOWN } from "${snapshot}";
  import { createStores } from "${stores}";
  import { keepListeners } from "${subscribable}";
  // Node has no window: without this, a listener is called once, and dropped.
  keepListeners();
  let shown = UNKNOWN;
  const stores = createStores(() => {});
  const { permissions } = createPermissions(() => shown, () => UNKNOWN, async () => shown.features, stores);
  const publish = (...names) => {
    const features = Object.fromEntries(names.map((name) => [name, { enabled: true, limit: null }]));
    shown = { ...UNKNOWN, status: "authenticated", features };
    stores.notify(names.map((feature) => ({ feature })), false);
  };
  const collect = async () => {
    for (let round = 0; round < 5; round += 1) {
      await new Promise((resolve) => setTimeout(resolve));
      gc();
    }
    await new Promise((resolve) => setTimeout(resolve));
  };
  const tell = (value) => console.log(JSON.stringify(value));
`;

/** Runs a script behind `STAGE` as a module, and returns the value that it passes to `tell`. */
function run(script) {
  const args = ["--expose-gc", "--import=tsx", "--input-type=module", "--eval", STAGE + script];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }));
}

describe("A feature's store", () => {
  it("goes when no code holds or watches it", () => {
    const { kept, grown } = run(`
      await collect();
      const before = process.memoryUsage().heapUsed;
      // In a function of its own: a suspended function keeps the values of its last expressions.
      const first = (() => new WeakRef(permissions.feature("feature-0")))();
      for (let n = 1; n < 15_000; n += 1) permissions.feature("feature-" + n).subscribe(() => {})();
      await collect();
      tell({ kept: first.deref() !== undefined, grown: process.memoryUsage().heapUsed - before });
    `);
    assert.equal(kept, false);
    assert.ok(grown < 1_000_000, `${grown} bytes`);
  });

  it("is the same for as long as any code holds it, or one of its functions", () => {
    const told = run(`
      const held = permissions.feature("held");
      const { subscribe } = permissions.feature("subscribe");
      await collect();
      const heard = [];
      subscribe((now) => heard.push(now?.enabled));
      publish("held", "subscribe");
      tell([permissions.feature("held") === held, heard]);
    `);
    assert.deepEqual(told, [true, [null, true]]);
  });

  it("stays while it has listeners, and goes with the last one", () => {
    const told = run(`
      const heard = [];
      const stops = [1, 2].map((n) => permissions.feature("a").subscribe((now) => heard.push([n, now?.enabled])));
      const store = new WeakRef(permissions.feature("a"));
      await collect();
      publish("a");
      stops.pop()();
      await collect();
      publish();
      publish("a");
      const watched = store.deref() !== undefined;
      stops.pop()();
      await collect();
      tell({ heard, watched, kept: store.deref() !== undefined });
    `);
    const heard = [
      [1, null],
      [2, null],
      [1, true],
      [2, true],
      [1, true],
    ];
    assert.equal(told.watched, true);
    assert.equal(told.kept, false);
    assert.deepEqual(told.heard.slice(0, 4), heard.slice(0, 4));
    assert.ok(told.heard.slice(4).every(([n]) => n === 1));
  });
});
