import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createCalls } from "../../pkg/entry/calls.js";
import { isSessionError } from "../../pkg/entry/session-error.js";

/** Calls that note what they begin and abort. */
function stage() {
  const begun = [];
  const aborted = [];
  const received = [];
  const calls = createCalls(
    (call) => aborted.push(call),
    (...what) => received.push(what),
  );
  const start = (signal, value = (sent) => sent, about = "refresh") =>
    calls.start((call) => begun.push(call), value, signal, about);
  return { calls, start, begun, aborted, received };
}

/** A signal that counts its listeners. */
function counted() {
  const { signal } = new AbortController();
  let listeners = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...listener) => {
    listeners += 1;
    add(...listener);
  };
  signal.removeEventListener = (...listener) => {
    listeners -= 1;
    remove(...listener);
  };
  return { signal, listeners: () => listeners };
}

describe("Calls", () => {
  it("have a number each, and end with what is made of what was sent", async () => {
    const { calls, start, begun } = stage();
    const first = start(undefined, (sent) => `made of ${sent}`);
    const second = start();
    assert.equal(new Set(begun).size, 2);
    calls.settle(begun[1], null, "two");
    calls.settle(begun[0], null, "one");
    assert.deepEqual(await Promise.all([first, second]), ["made of one", "two"]);
  });

  it("end once, and then wait no more", async () => {
    const { calls, start, begun } = stage();
    const call = start();
    calls.settle(begun[0], null, 1);
    calls.settle(begun[0], new Error("too late"));
    calls.settle(begun[0], null, 2);
    calls.settle(999, null, "of no call");
    assert.equal(await call, 1);
  });

  it("are not begun where their signal has fired already", async () => {
    const { start, begun, aborted } = stage();
    await assert.rejects(start(AbortSignal.abort("any reason")), (error) => {
      return isSessionError(error) && error.code === "aborted";
    });
    assert.deepEqual([begun, aborted], [[], []]);
  });

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

  it("leave no listener behind on a signal that outlives them", async () => {
    const { calls, start, begun, aborted } = stage();
    const { signal, listeners } = counted();
    const settled = [start(signal), start(signal)].map((call) => call.catch(() => {}));
    assert.equal(listeners(), 2);
    calls.settle(begun[0], null);
    calls.settle(begun[1], new Error("x"));
    await Promise.all(settled);
    assert.equal(listeners(), 0);
    assert.deepEqual(aborted, []);
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

  it("are all rejected at once when nothing can come any more", async () => {
    const { calls, start } = stage();
    const waiting = [start(), start(), start()];
    const error = new Error("closed");
    calls.rejectAll(error);
    calls.rejectAll(new Error("again"));
    for (const { reason } of await Promise.allSettled(waiting)) assert.equal(reason, error);
  });
});
