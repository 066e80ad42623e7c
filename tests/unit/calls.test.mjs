import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createCalls } from "../../pkg/entry/calls.js";

/** Returns a list of calls, and the numbers of those that it has begun and asked to abort. */
function stage() {
  const begun = [];
  const aborted = [];
  const calls = createCalls(
    ({ id }) => begun.push(id),
    (id) => aborted.push(id),
    () => {},
  );
  const start = (signal) => calls.start([], (sent) => sent, signal, "refresh");
  return { calls, start, begun, aborted };
}

describe("Calls", () => {
  it("whose `AbortSignal` fires are aborted by number, and wait until the engine ends them", async () => {
    const { calls, start, begun, aborted } = stage();
    const controller = new AbortController();
    const call = start(controller.signal);
    start();
    controller.abort();
    assert.deepEqual(aborted, [begun[0]]);
    calls.settle(begun[0], null, "too late to abort");
    assert.equal(await call, "too late to abort");
  });

  it("are rejected where `signal` is no `AbortSignal`, and hold up no other call", async () => {
    const { calls, start, begun } = stage();
    const noSignal = /** @type {any} */ (new AbortController());
    await assert.rejects(start(noSignal), /^TypeError: signal must be an AbortSignal$/);
    const half = start(/** @type {any} */ ({ addEventListener() {} }));
    const whole = start();
    assert.equal(begun.length, 2);
    const error = new Error("closed");
    calls.rejectAll(error);
    for (const { reason } of await Promise.allSettled([half, whole])) assert.equal(reason, error);
  });
});
