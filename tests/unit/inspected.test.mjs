// What `platform-session/inspector` sees of a session, and that nothing secret is in it.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { heldGates } from "../../pkg/adapters/inspector/gates.js";
import { inspect } from "../../pkg/adapters/inspector/inspect.js";
import { inspectedOf, listen } from "../../pkg/adapters/inspector/inspected.js";
import { createTestSession } from "../../pkg/adapters/testing/testing.js";
import { createEngine } from "../../pkg/engine/engine.js";
import { CHANGED, OWN_BODY, SESSION_BODY } from "../../pkg/entry/boundary.js";
import { createCalls } from "../../pkg/entry/calls.js";
import { createFetch } from "../../pkg/entry/fetch.js";
import { SessionError } from "../../pkg/entry/session-error.js";
import { until } from "../e2e/support/until.mjs";

/** Returns the conditions of a gate as the inspector gets them. */
const conditionsOf = (conditions) => ({
  never: false,
  features: [],
  atLeast: undefined,
  status: undefined,
  anyOf: [],
  ...conditions,
});

describe("The inspector", () => {
  it("throws for an option that does not exist", () => {
    const given = /** @type {any} */ ({ opened: true });
    assert.throws(() => inspect(createTestSession(), given), {
      name: "TypeError",
      message: "no option opened: open?",
    });
  });
});

describe("What an inspector finds of a session", () => {
  it("are its gates and readings, the conditions of each, and whether each has a listener", () => {
    const session = createTestSession({ features: { a: { enabled: true } } });
    const held = [
      session.gate({ feature: ["b", "a"], atLeast: "expert" }),
      session.gate({ status: "authenticated" }),
      session.gate({}),
      session.gate({ anyOf: [{ feature: "a" }] }),
      session.permissions.reading("a"),
      session.permissions.feature("a"),
    ];
    held[1].subscribe(() => {});
    assert.deepEqual(
      heldGates(inspectedOf(session)).map(({ asked, state, isListened }) => [asked, state, isListened]),
      [
        [conditionsOf({ features: ["a", "b"], atLeast: "expert" }), "denied", false],
        [conditionsOf({ status: "authenticated" }), "granted", true],
        [conditionsOf({ never: true }), "denied", false],
        [conditionsOf({ anyOf: [conditionsOf({ features: ["a"] })] }), "granted", false],
        [{ never: false, features: ["a"], anyOf: [] }, "granted", false],
      ],
    );
    // Referenced until here: a gate that no code holds may be collected.
    assert.equal(held.length, 6);
  });

  it("throws for a value that is no session", () => {
    for (const none of [undefined, null, {}, 7]) assert.throws(() => inspectedOf(none), /needs a session/);
  });

  it("reaches each listener, whatever another one throws, until the listener ends", async () => {
    const session = createTestSession();
    const received = [[], []];
    const thrown = [];
    globalThis.reportError = (error) => thrown.push(error.message);
    try {
      const inspected = inspectedOf(session);
      const ends = received.map((list) =>
        listen(inspected, (name) => {
          list.push(name);
          throw new Error("a listener's");
        }),
      );
      await session.refresh();
      assert.ok(received[0].includes("called") && received[0].includes("published"), received[0].join());
      assert.deepEqual(received[0], received[1]);
      assert.equal(thrown[0], "a listener's");
      for (const end of ends) end();
      const before = received[0].length;
      await session.refresh();
      assert.equal(received[0].length, before);
    } finally {
      delete globalThis.reportError;
    }
  });
});

describe("The trace for an inspector", () => {
  it("has each call and how it ended: a status, a code, or nothing", async () => {
    const received = [];
    const calls = createCalls(
      () => {},
      () => {},
      (...step) => received.push(step),
    );
    const start = (about) => calls.start([], (sent) => sent, undefined, "", about).catch(() => {});
    for (const about of ["GET https://platform.invalid/api/x", "refresh", "roles", "login"]) start(about);
    calls.settle(1, null, { status: 404, body: "secret" });
    calls.settle(2, null, null);
    calls.settle(3, new SessionError("forbidden"));
    calls.rejectAll(new SessionError("closed"));
    assert.deepEqual(received, [
      ["called", 1, "GET https://platform.invalid/api/x"],
      ["called", 2, "refresh"],
      ["called", 3, "roles"],
      ["called", 4, "login"],
      ["ended", 1, 404],
      ["ended", 2, undefined],
      ["ended", 3, "forbidden"],
      ["ended", 4, "closed"],
    ]);
  });

  it("has the method and the address of the page's request, without the name and password in the address", async () => {
    const received = [];
    const call = (_begin, _value, _signal, about) => received.push(about);
    const identity = () => ({ signal: new AbortController().signal });
    const fetch = createFetch({ origin: "https://platform.invalid", call, identity });
    await fetch("https://me:secret@platform.invalid/api/x", { method: "PUT", body: "secret" });
    assert.deepEqual(received, ["PUT https://platform.invalid/api/x"]);
  });

  it("has each request of the engine, with its address and status, and without its body and answer", async () => {
    const received = [];
    const exports = {
      memory: { buffer: new ArrayBuffer(1) },
      begin() {},
      run() {},
      answered() {},
      lost() {},
      handleEvent() {},
    };
    let host;
    exports.begin = (given) => {
      host = given;
    };
    const callbacks = {
      trace: (...step) => received.push(step),
      broadcast() {},
      failed() {},
    };
    const first = {
      answer: new Promise(() => {}),
      abort: new AbortController(),
      age: () => 0,
      preloadedMs: () => 0,
    };
    const records = { read: () => [], readShown: () => [], config() {} };
    const engine = createEngine(exports, { timeoutMs: 400 }, [first], records, callbacks);
    engine.start({}, []);
    const answer = Object.assign(Response.json({ access_token: "secret" }), {});
    Object.defineProperty(answer, "url", { value: "https://platform.invalid/api/auth/login" });
    host.read(2, Promise.resolve(answer), new AbortController(), SESSION_BODY);
    host.broadcast(CHANGED, 0);
    host.wake(3000);
    await until("the answer", () => received.some(([name]) => name === "answered"));
    host.read(3, Promise.reject(new TypeError()), new AbortController(), SESSION_BODY);
    host.read(4, new Promise(() => {}), new AbortController(), SESSION_BODY);
    await until("both to be lost", () => received.filter(([name]) => name === "lost").length === 2);
    host.read(5, new Promise(() => {}), new AbortController(), OWN_BODY);
    host.cancel(5);
    engine.close();
    assert.deepEqual(
      received.filter(([, id]) => id !== undefined),
      [
        ["read", 2],
        ["broadcast", CHANGED],
        ["wake", 3000],
        ["answered", 2, "https://platform.invalid/api/auth/login", 200],
        ["read", 3],
        ["read", 4],
        ["lost", 3, false],
        ["lost", 4, true],
        ["read", 5],
        ["cancel", 5],
        ["lost", 5, true],
      ],
    );
    assert.doesNotMatch(JSON.stringify(received), /secret/);
  });
});
