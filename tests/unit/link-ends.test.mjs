// The link where its module does not load, and at the end of a session.

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { ADA, dispatch, initialOf, numbersOf, page, receive, stage, trap, wait } from "./link-stage.mjs";

describe("A module that does not load", () => {
  // From 0.5 on, so that no further try comes within a test; and no number twice, since random numbers name sign-outs.
  let drawn = 0;
  beforeEach(() => mock.method(Math, "random", () => 0.5 + (++drawn % 400) / 1_000));
  afterEach(() => mock.restoreAll());

  it("rejects the calls, and is requested again; the next engine hears that the page was restored", async () => {
    const s = stage(initialOf(ADA));
    s.call(1, "fetch");
    s.call(2, "roles");
    await s.failToLoad();
    assert.deepEqual(s.refused(), ["1 wasm-unavailable", "2 wasm-unavailable"]);
    assert.ok(s.callsOf("settle").every(([, { retryable }]) => retryable));
    const { status, error, identity } = s.publications().at(-1);
    assert.deepEqual(
      [status, error.code, error.retryable, identity],
      ["unknown", "wasm-unavailable", true, 0],
      "an outage ends no identity",
    );
    assert.equal(page.reads[0].init.signal.aborted, true);
    dispatch("online");
    await wait(1100);
    assert.equal(s.loads.length, 2);
    s.call(5, "fetch");
    await s.load();
    assert.deepEqual(s.engineCalls(), [
      "begin",
      "handleEvent restored 0",
      "handleEvent online 0",
      "ask fetch 5 false",
      "run",
    ]);
  });

  it("makes no second engine where the page's own `fetch` calls the session as its read is aborted", async () => {
    const s = stage();
    page.reads[0].init.signal.addEventListener("abort", () => s.call(1, "roles"));
    await s.failToLoad();
    await s.load();
    await wait(1_100);
    assert.deepEqual([s.loads.length, s.link.isRunning()], [2, true]);
  });

  it("leaves a session closed that the page's own `fetch` closes as its read is aborted", async () => {
    const s = stage();
    page.reads[0].init.signal.addEventListener("abort", s.link.close);
    await s.failToLoad();
    await wait(1_100);
    assert.deepEqual([s.loads.length, s.publications().at(-1).error.code], [1, "closed"]);
  });

  it("is requested again where the page's own `console.warn` throws", async () => {
    const error = new Error("the page's");
    const reported = [];
    globalThis.reportError = (thrown) => reported.push(thrown);
    mock.method(console, "warn", () => {
      throw error;
    });
    try {
      const s = stage();
      s.call(1, "roles");
      await s.failToLoad();
      assert.deepEqual([s.refused(), reported], [["1 wasm-unavailable"], [error]]);
      s.call(2, "roles");
      assert.equal(s.loads.length, 2);
    } finally {
      delete globalThis.reportError;
    }
  });

  it("is requested again after the longest wait, and at a focus, where the browser is offline", async () => {
    const s = stage(initialOf(ADA));
    page.navigator.onLine = false;
    await s.failToLoad();
    const waits = () => s.callsOf("trace").flatMap(([what, ms]) => (what === "wake" ? [ms] : []));
    assert.deepEqual(waits(), [60_000]);
    dispatch("offline");
    assert.deepEqual(waits(), [60_000, 60_000]);
    dispatch("focus");
    await s.failToLoad();
    assert.equal(s.loads.length, 2);
    page.navigator.onLine = true;
    dispatch("online");
    assert.ok(waits().at(-1) < 2_000);
  });

  it("leaves messages of other tabs to the next engine, in order", async () => {
    const s = stage(initialOf(ADA));
    receive("signed-out:6");
    await s.failToLoad();
    receive("signed-out:7");
    receive("sign-out-over:7");
    await wait();
    s.call(1, "fetch");
    await s.load();
    const [before, after] = [
      ["handleEvent signed-out 6"],
      ["handleEvent signed-out 7", "handleEvent sign-out-over 7"],
    ];
    assert.deepEqual(s.engineCalls(), [
      "begin",
      ...before,
      "handleEvent restored 0",
      ...after,
      "ask fetch 1 false",
      "run",
    ]);
  });

  it("leaves a sign-out to the next engine, pending until then unless it was confirmed", async () => {
    for (const success of [true, false]) {
      page.signOuts.length = page.channel.posted.length = 0;
      const s = stage();
      s.call(1, "logout");
      await s.failToLoad();
      page.signOuts[0].answer({ success });
      await wait();
      const [name, ...others] = numbersOf(page.channel.posted);
      const { signOutPending, error } = s.publications().at(-1);
      assert.deepEqual([s.refused(), error.code], [["1 wasm-unavailable"], "wasm-unavailable"]);
      assert.equal(signOutPending, !success);
      assert.deepEqual([others, page.signOuts.length], [[], 1]);
      s.call(2, "fetch");
      await s.load();
      const received = [`signOut 1 ${name}`, "handleEvent restored 0", "ask fetch 2 false"];
      assert.deepEqual(s.engineCalls(), ["begin", ...received, "run"]);
    }
  });

  it("ends a pending sign-out that was confirmed before the module failed", async () => {
    const s = stage();
    s.call(1, "logout");
    page.signOuts[0].answer({ success: true });
    await wait();
    assert.equal(s.publications().at(-1).signOutPending, true);
    await s.failToLoad();
    assert.equal(s.publications().at(-1).signOutPending, false);
  });

  it("has a failed sign-out sent again, as the module is requested again", async (t) => {
    t.mock.method(Math, "random", () => 0);
    const s = stage();
    s.call(1, "logout");
    page.signOuts[0].reject(new TypeError("failed"));
    await wait();
    await s.failToLoad();
    await wait();
    assert.deepEqual([s.loads.length, page.signOuts.length], [2, 2]);
  });

  it("lets another tab's sign-out end the identity, with a user shown or none", async () => {
    for (const initial of [initialOf(ADA), undefined]) {
      const s = stage(initial);
      await s.failToLoad();
      receive("signed-out:7");
      await wait();
      const { status, identity } = s.publications().at(-1);
      assert.deepEqual([status, identity], ["unauthenticated", 1]);
    }
  });

  it("is requested at once for a call", async () => {
    const s = stage();
    await s.failToLoad();
    s.call(1, "roles");
    assert.equal(s.loads.length, 2);
  });

  it("ends the session where no later try can succeed", async () => {
    const s = stage(undefined, false);
    s.call(1, "fetch");
    await s.failToLoad();
    const [[error]] = s.callsOf("over");
    assert.deepEqual([error.code, error.retryable, s.link.isOver()], ["wasm-unavailable", false, true]);
    s.call(2, "fetch");
    assert.deepEqual(s.refused(), ["2 wasm-unavailable"]);
  });
});

describe("A session", () => {
  it("that the page's own `fetch` closes as its sign-out is sent sends the sign-out again with `keepalive`", async () => {
    const s = stage();
    const { fetch } = globalThis;
    globalThis.fetch = (...parts) => {
      s.link.close();
      return fetch(...parts);
    };
    s.call(1, "logout");
    globalThis.fetch = fetch;
    assert.equal(s.publications().at(-1).error.code, "closed");
    const [newest, oldest] = page.signOuts;
    assert.deepEqual(
      [page.signOuts.length, newest.init.keepalive, oldest.init.signal.aborted],
      [2, true, true],
    );
    newest.answer({ success: true });
    await wait();
    assert.equal(page.channel.posted.at(-1), "closed");
  });

  it("ends at an error in the JavaScript around the engine, which is reported, as closed", async () => {
    const s = stage(initialOf(ADA));
    const reported = mock.method(console, "error", () => {});
    await s.load();
    s.engine.ask = () => undefined.nothing;
    s.call(1, "refresh");
    assert.deepEqual(
      s.callsOf("over").map(([{ code, retryable }]) => [code, retryable]),
      [["closed", false]],
    );
    assert.ok(reported.mock.calls[0].arguments[0] instanceof TypeError);
    assert.equal(s.publications().at(-1).user, null);
    mock.restoreAll();
  });

  it("ends at a trap: that engine is not called again", async () => {
    const s = stage();
    await s.load();
    s.engine.ask = trap;
    s.call(1, "roles");
    const [[error]] = s.callsOf("over");
    assert.deepEqual([error.code, error.retryable], ["wasm-unavailable", false]);
    s.calls.length = 0;
    dispatch("focus");
    s.call(2, "roles");
    assert.deepEqual([s.calls, s.refused()], [[], ["2 wasm-unavailable"]]);
    assert.throws(s.link.assertOpen, { code: "wasm-unavailable" });
  });

  for (const isRunning of [false, true])
    it(`ends at close() ${isRunning ? "while" : "before"} an engine runs: gates close and the identity ends, once`, async () => {
      const s = stage(initialOf(ADA));
      if (isRunning) await s.load();
      s.link.close();
      s.link.close();
      assert.deepEqual(
        [s.callsOf("over").length, s.publications().at(-1).error.code, s.publications().at(-1).identity],
        [1, "closed", 1],
      );
      assert.equal(s.engineCalls().includes("handleEvent closed 0"), isRunning);
      await wait();
      assert.equal(page.channel.posted.at(-1), "closed");
      dispatch("focus");
      assert.equal(s.publications().length, 2);
    });
});
