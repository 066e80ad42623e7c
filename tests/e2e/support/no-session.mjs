import assert from "node:assert/strict";

/** Asserts that this report of `callEveryMember` is of a place where no session runs: each call ends, and no value is `undefined`. */
export function assertNoSession(report, { initial = false } = {}) {
  const { ready, settled, ...calls } = report.calls;
  const known = initial ? { value: "authenticated" } : { code: "closed" };
  assert.deepEqual({ ready, settled }, { ready: known, settled: known });
  for (const [name, ended] of Object.entries(calls)) assert.deepEqual(ended, { code: "closed" }, name);
  const state = initial ? "granted" : "unknown";
  const reading = { state, enabled: initial, limit: null, listed: initial };
  assert.deepEqual(report.reads, {
    status: initial ? "authenticated" : "unknown",
    can: initial,
    state,
    entry: initial || null,
    feature: initial || null,
    readings: [reading, reading],
    gate: { value: state, initial: state, granted: initial, error: null },
    initial: true,
    features: initial ? ["chat-history"] : [],
    atLeast: false,
    heard: 5,
  });
}
