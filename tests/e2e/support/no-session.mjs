import assert from "node:assert/strict";

/** What `callEveryMember` tells of a place where no session runs: everything ends, and nothing is `undefined`. */
export function assertNoSession(told, { initial = false } = {}) {
  const { ready, ...calls } = told.calls;
  assert.deepEqual(ready, initial ? { value: "authenticated" } : { code: "closed" }, "ready");
  for (const [name, ended] of Object.entries(calls)) assert.deepEqual(ended, { code: "closed" }, name);
  assert.deepEqual(told.reads, {
    status: initial ? "authenticated" : "unknown",
    can: initial,
    state: initial ? "granted" : "unknown",
    entry: initial || null,
    feature: initial || null,
    features: initial ? ["chat-history"] : [],
    atLeast: false,
    heard: 3,
  });
}
