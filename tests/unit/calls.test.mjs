import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createCalls } from "../../pkg/entry/calls.js";

/** Calls that note what they begin and abort. */
function stage() {
  const begun = [];
  const aborted = [];
  const calls = createCalls(
    (call) => aborted.push(call),
    () => {},
  );
  const start = (signal) =>
    calls.start(
      (call) => begun.push(call),
      (sent) => sent,
      signal,
      "refresh",
    );
  return { calls, start, begun, aborted };
}

describe("Calls", () => {
  it("tell by number which one's signal fired, and wait for the word of the module", async () => {
    const { calls, start, begun, aborted } = stage();
    const controller = new AbortController();
    const call = start(controller.signal);
    start();
    controller.abort();
    assert.deepEqual(aborted, [begun[0]]);
    calls.settle(begun[0], null, "too late to abort");
    assert.equal(await call, "too late to abort");
  });

  it("are rejected where what was handed over for a signal is none, and hold up no other call", async () => {
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
