// One engine on one instance of the module: its requests, its timers, and its end.

import assert from "node:assert/strict";
import { describe, it, mock } from "node:test";
import { createEngine } from "../../pkg/engine/engine.js";
import { createRecords } from "../../pkg/engine/records.js";
import { OWN_BODY, SESSION_BODY, WOKEN } from "../../pkg/entry/boundary.js";

/** Returns a first read as the entry has begun it; it is answered, and has taken no time. */
const firstRead = () => ({
  answer: Promise.resolve({ response: "response", facts: ["facts"] }),
  abort: new AbortController(),
  age: () => 0,
  preloadedMs: () => 7,
});

/** Records that know no values. */
const records = { readShown: (shown) => ["shown", shown], config() {} };

/**
 * Returns an engine that has taken over the requests in `begun`; the `calls` that it makes on its WebAssembly, each with the name first; and
 * the `host` that the WebAssembly calls. `read` reads the facts of an answer.
 */
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

const wait = (ms = 30) => new Promise((resolve) => setTimeout(resolve, ms));
/** Returns a `stage` of which the first read was answered, with no `calls` yet. */
async function stageAfterFirstRead(options) {
  const staged = stage(options);
  await wait(1);
  staged.calls.length = 0;
  return staged;
}

describe("An engine", () => {
  it("passes on the answers and losses of requests that the entry has begun, and aborts one that it is to cancel", async () => {
    const lost = { ...firstRead(), answer: Promise.reject(new TypeError()), preloadedMs: () => 0 };
    const [kept, cancelled] = [stage({ begun: [firstRead(), lost] }), stage()];
    cancelled.host.cancel(1);
    await wait();
    // Of an answer: the number, the response, how long before the page it was requested, its age, and the facts. Of a loss: the number,
    // whether it is a timeout, and its age.
    assert.deepEqual(kept.calls, [
      ["answered", 1, "response", 7, 0, "facts"],
      ["lost", 2, false, 0],
    ]);
    assert.deepEqual(
      [kept, cancelled].map(({ begun: [first] }) => first.abort.signal.aborted),
      [false, true],
    );
    assert.deepEqual(cancelled.calls, []);
  });

  it("keeps nothing of an answer to a request that was cancelled, or that outlives the engine", async () => {
    const user = { id: 7, email: "ada@example.com", name: "Ada", userType: "default", permissions: {} };
    for (const end of [({ host }) => host.cancel(1), ({ engine }) => engine.close()]) {
      const answer = { response: "response", text: JSON.stringify({ authenticated: true, user }) };
      const records = createRecords();
      const begun = [{ ...firstRead(), answer: Promise.resolve(answer) }];
      const staged = stage({ begun, read: records.read });
      end(staged);
      await wait();
      assert.ok(staged.calls.every(([name]) => name !== "answered"));
      assert.deepEqual([answer.text, records.of(1)], [undefined, null]);
    }
  });

  it("reports a timeout for a request that the entry has given up", async () => {
    const late = { ...firstRead(), answer: Promise.reject(new DOMException("", "TimeoutError")) };
    const { calls } = stage({ begun: [late] });
    await wait();
    assert.deepEqual(calls, [["lost", 1, true, 0]]);
  });

  it("reports a loss where the page's own `fetch` rejects with a value that cannot be read", async () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const get = () => assert.fail("looked at");
    for (const error of [proxy, Object.defineProperty({}, "name", { get }), null, undefined, "text"]) {
      const { calls } = stage({ begun: [{ ...firstRead(), answer: Promise.reject(error) }] });
      await wait();
      assert.deepEqual(calls, [["lost", 1, false, 0]]);
    }
  });

  it("aborts a request that it gets after its end, and leaves no unhandled rejection", async () => {
    const { engine, host } = await stageAfterFirstRead();
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
    await wait();
    process.off("unhandledRejection", note);
    assert.deepEqual([signal.aborted, unhandled], [true, []]);
  });

  it("reports a loss where an answer cannot be read, as on a page that has patched built-in functions", async () => {
    const { calls, host } = await stageAfterFirstRead({
      read() {
        throw new TypeError();
      },
    });
    host.read(1, Promise.resolve(Response.json({})), new AbortController(), SESSION_BODY);
    await wait();
    assert.deepEqual(calls, [["lost", 1, false, 0]]);
  });

  it("reads each answer right before it passes the answer on: an earlier one may have made numbers void", async () => {
    const { calls, host } = await stageAfterFirstRead({
      read() {
        calls.push(["read"]);
        return [];
      },
    });
    for (const id of [1, 2])
      host.read(id, Promise.resolve(Response.json({})), new AbortController(), SESSION_BODY);
    await wait();
    const steps = calls.map(([what, id]) => `${what} ${id ?? ""}`.trim());
    assert.deepEqual(steps, ["read", "answered 1", "read", "answered 2"]);
  });

  it("reports a loss where a patched `fetch` gives no response, and never mistakes the request for the first read", async () => {
    const { calls, host } = await stageAfterFirstRead();
    for (const body of [SESSION_BODY, OWN_BODY])
      for (const given of [undefined, Promise.resolve(), Promise.resolve({ ok: true, status: 200 })]) {
        host.read(2, given, new AbortController(), body);
        await wait(0);
        assert.deepEqual(calls.splice(0), [["lost", 2, false, 0]]);
      }
    const response = new Response();
    host.read(3, response, new AbortController(), OWN_BODY);
    await wait(0);
    assert.deepEqual(calls, [["answered", 3, response, 0, 0]]);
  });

  it("is woken once, at the newest time that it asked for, and overflows no timer", async () => {
    const { calls, host } = await stageAfterFirstRead();
    host.wake(5);
    host.wake(2 ** 40);
    await wait();
    assert.deepEqual(calls, []);
    host.wake(5);
    await wait();
    assert.deepEqual(calls, [["handleEvent", WOKEN, 0, 0]]);
    host.wake(5);
    host.wake(undefined);
    await wait();
    assert.equal(calls.length, 1);
  });

  it("that asks to be woken at once is woken after the task, however often it asks; on a hidden page without a timer", async () => {
    for (const hidden of [false, true]) {
      const { calls, host } = await stageAfterFirstRead();
      const set = mock.method(globalThis, "setTimeout");
      globalThis.document = { hidden };
      host.wake(0);
      host.wake(0);
      assert.deepEqual(calls, []);
      assert.equal(set.mock.callCount(), hidden ? 0 : 1);
      mock.restoreAll();
      await wait(5);
      delete globalThis.document;
      assert.deepEqual(calls, [["handleEvent", WOKEN, 0, 0]]);
      host.wake(5);
      await wait();
      assert.equal(calls.length, 2);
    }
  });
});
