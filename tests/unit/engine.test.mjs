// One engine on one instance of the module: its requests, its timers, and its end.

import assert from "node:assert/strict";
import { describe, it, mock } from "node:test";
import { createEngine } from "../../pkg/engine/engine.js";
import { OWN_BODY, SESSION_BODY, WOKEN } from "../../pkg/entry/boundary.js";

const firstRead = () => ({
  answer: Promise.resolve({ response: "response", facts: ["facts"] }),
  abort: new AbortController(),
  age: () => 0,
  preloadedMs: () => 7,
});

/** What it knows by numbers: nothing. */
const records = { readShown: (shown) => ["shown", shown], config() {} };

/** An engine that notes what it is called with. */
function stage({ begun = [firstRead()], read = ({ facts = [] }) => facts } = {}) {
  const calls = [];
  let host;
  const exports = {
    memory: { buffer: new ArrayBuffer(3) },
    begin(given) {
      host = given;
    },
    run() {
      for (const place of begun.keys()) host.read(place + 1, undefined, undefined, SESSION_BODY);
    },
  };
  for (const name of ["handleEvent", "answered", "lost"])
    exports[name] = (...parts) => calls.push([name, ...parts]);
  const callbacks = {
    publish() {},
    failed: assert.fail,
    trace() {},
  };
  const engine = createEngine(exports, { timeoutMs: 10_000 }, begun, { ...records, read }, callbacks);
  engine.start({}, []);
  return { engine, calls, host, begun };
}

const soon = (ms = 30) => new Promise((resolve) => setTimeout(resolve, ms));
/** The same, once the first answer was taken. */
async function later(options) {
  const staged = stage(options);
  await soon(1);
  staged.calls.length = 0;
  return staged;
}

describe("An engine", () => {
  it("takes up what the entry has begun, by number, with its answer or its loss, and gives it up where it is told to", async () => {
    const lost = { ...firstRead(), answer: Promise.reject(new TypeError()), preloadedMs: () => 0 };
    const [wanted, unwanted] = [stage({ begun: [firstRead(), lost] }), stage()];
    unwanted.host.cancel(1);
    await soon();
    assert.deepEqual(wanted.calls, [
      ["answered", 1, "response", 7, 0, "facts"],
      ["lost", 2, false, 0],
    ]);
    assert.deepEqual(
      [wanted, unwanted].map(({ begun: [first] }) => first.abort.signal.aborted),
      [false, true],
    );
    assert.deepEqual(unwanted.calls, []);
  });

  it("has lost to the time what the entry has given up", async () => {
    const late = { ...firstRead(), answer: Promise.reject(new DOMException("", "TimeoutError")) };
    const { calls } = stage({ begun: [late] });
    await soon();
    assert.deepEqual(calls, [["lost", 1, true, 0]]);
  });

  it("has lost what a `fetch` of the page's own rejects with something that cannot be looked at", async () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const get = () => assert.fail("looked at");
    for (const error of [proxy, Object.defineProperty({}, "name", { get }), null, undefined, "text"]) {
      const { calls } = stage({ begun: [{ ...firstRead(), answer: Promise.reject(error) }] });
      await soon();
      assert.deepEqual(calls, [["lost", 1, false, 0]]);
    }
  });

  it("takes no request up once it has ended, and leaves no rejection of one behind", async () => {
    const { engine, host } = await later();
    const unhandled = [];
    const note = (error) => unhandled.push(error);
    process.on("unhandledRejection", note);
    engine.close();
    const abort = new AbortController();
    const { signal } = abort;
    const answer = new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    });
    host.read(7, answer, abort, OWN_BODY);
    await soon();
    process.off("unhandledRejection", note);
    assert.deepEqual([signal.aborted, unhandled], [true, []]);
  });

  it("has lost an answer that cannot be read, as where a page has patched what reads it", async () => {
    const { calls, host } = await later({
      read() {
        throw new TypeError();
      },
    });
    host.read(1, Promise.resolve(Response.json({})), new AbortController(), SESSION_BODY);
    await soon();
    assert.deepEqual(calls, [["lost", 1, false, 0]]);
  });

  it("reads an answer as it hands it on: what another answer shows may make older numbers void", async () => {
    const { calls, host } = await later({
      read() {
        calls.push(["read"]);
        return [];
      },
    });
    for (const id of [1, 2])
      host.read(id, Promise.resolve(Response.json({})), new AbortController(), SESSION_BODY);
    await soon();
    const steps = calls.map(([what, id]) => `${what} ${id ?? ""}`.trim());
    assert.deepEqual(steps, ["read", "answered 1", "read", "answered 2"]);
  });

  it("takes what a patched `fetch` gives for lost where it is no response, and never for the first read", async () => {
    const { calls, host } = await later();
    for (const body of [SESSION_BODY, OWN_BODY])
      for (const given of [undefined, Promise.resolve(), Promise.resolve({ ok: true, status: 200 })]) {
        host.read(2, given, new AbortController(), body);
        await soon(0);
        assert.deepEqual(calls.splice(0), [["lost", 2, false, 0]]);
      }
    const response = new Response();
    host.read(3, response, new AbortController(), OWN_BODY);
    await soon(0);
    assert.deepEqual(calls, [["answered", 3, response, 0, 0]]);
  });

  it("is woken once, at the newest time that it asked for, and no timer overflows", async () => {
    const { calls, host } = await later();
    host.wake(5);
    host.wake(2 ** 40);
    await soon();
    assert.deepEqual(calls, []);
    host.wake(5);
    await soon();
    assert.deepEqual(calls, [["handleEvent", WOKEN, 0, 0]]);
    host.wake(5);
    host.wake(undefined);
    await soon();
    assert.equal(calls.length, 1);
  });

  it("is woken after the task, which further wishes for that do not put off; on a hidden page by no timer", async () => {
    for (const hidden of [false, true]) {
      const { calls, host } = await later();
      const set = mock.method(globalThis, "setTimeout");
      globalThis.document = { hidden };
      host.wake(0);
      host.wake(0);
      assert.deepEqual(calls, []);
      assert.equal(set.mock.callCount(), hidden ? 0 : 1);
      mock.restoreAll();
      await soon(5);
      delete globalThis.document;
      assert.deepEqual(calls, [["handleEvent", WOKEN, 0, 0]]);
      host.wake(5);
      await soon();
      assert.equal(calls.length, 2);
    }
  });
});
