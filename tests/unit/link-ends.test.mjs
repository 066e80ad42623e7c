// The engine that does not come, and the end of a session.

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { ADA, initialOf, numbersOf, page, say, soon, stage, trap, turn } from "./link-stage.mjs";

describe("A module that does not come", () => {
  // The wait for another try is never so short that the try comes by itself; and no two sign-outs have one name.
  let drawn = 0;
  beforeEach(() => mock.method(Math, "random", () => 0.5 + (++drawn % 400) / 1_000));
  afterEach(() => mock.restoreAll());

  it("ends what was called, and is asked for again: to the next engine, the page is restored", async () => {
    const s = stage(initialOf(ADA));
    s.call(1, "fetch");
    s.call(2, "roles");
    await s.fail();
    assert.deepEqual(s.refused(), ["1 wasm-unavailable", "2 wasm-unavailable"]);
    assert.ok(s.named("refuse").every(([, { retryable }]) => retryable));
    const { status, error, identity } = s.publications().at(-1);
    assert.deepEqual(
      [status, error.code, error.retryable, identity],
      ["unknown", "wasm-unavailable", true, 0],
      "an outage ends no identity",
    );
    assert.equal(page.reads[0].init.signal.aborted, true);
    turn("online");
    await soon(1100);
    assert.equal(s.loads.length, 2);
    s.call(5, "fetch");
    await s.come();
    assert.deepEqual(s.engineCalls(), [
      "begin",
      "handleEvent restored 0",
      "handleEvent online 0",
      "ask fetch 5 false",
      "run",
    ]);
  });

  it("is asked for again after the longest wait, and at a focus, where the browser says that it is offline", async () => {
    const s = stage(initialOf(ADA));
    page.navigator.onLine = false;
    await s.fail();
    const waits = () => s.named("trace").flatMap(([what, ms]) => (what === "wake" ? [ms] : []));
    assert.deepEqual(waits(), [60_000]);
    turn("offline");
    assert.deepEqual(waits(), [60_000, 60_000]);
    turn("focus");
    await s.fail();
    assert.equal(s.loads.length, 2);
    page.navigator.onLine = true;
    turn("online");
    assert.ok(waits().at(-1) < 2_000);
  });

  it("leaves what other tabs say to the next one, each in its place", async () => {
    const s = stage(initialOf(ADA));
    say("signed-out:6");
    await s.fail();
    say("signed-out:7");
    say("sign-out-over:7");
    await soon();
    s.call(1, "fetch");
    await s.come();
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

  it("leaves a sign-out to the next one, pending until then unless the deployment has confirmed it", async () => {
    for (const success of [true, false]) {
      page.signOuts.length = page.channel.said.length = 0;
      const s = stage();
      s.call(1, "logout");
      await s.fail();
      page.signOuts[0].answer({ success });
      await soon();
      const [name, ...others] = numbersOf(page.channel.said);
      const { signOutPending, error } = s.publications().at(-1);
      assert.deepEqual([s.refused(), error.code], [["1 wasm-unavailable"], "wasm-unavailable"]);
      assert.equal(signOutPending, !success);
      assert.deepEqual([others, page.signOuts.length], [[], 1]);
      s.call(2, "fetch");
      await s.come();
      const received = [`signOut 1 ${name}`, "handleEvent restored 0", "ask fetch 2 false"];
      assert.deepEqual(s.engineCalls(), ["begin", ...received, "run"]);
    }
  });

  it("ends a pending sign-out that was confirmed before the module failed", async () => {
    const s = stage();
    s.call(1, "logout");
    page.signOuts[0].answer({ success: true });
    await soon();
    assert.equal(s.publications().at(-1).signOutPending, true);
    await s.fail();
    assert.equal(s.publications().at(-1).signOutPending, false);
  });

  it("sends a failed sign-out once more, as it is asked for again", async (t) => {
    t.mock.method(Math, "random", () => 0);
    const s = stage();
    s.call(1, "logout");
    page.signOuts[0].reject(new TypeError("failed"));
    await soon();
    await s.fail();
    await soon();
    assert.deepEqual([s.loads.length, page.signOuts.length], [2, 2]);
  });

  it("ends the identity at a sign-out that another tab tells of meanwhile, with a user shown or none", async () => {
    for (const initial of [initialOf(ADA), undefined]) {
      const s = stage(initial);
      await s.fail();
      say("signed-out:7");
      await soon();
      const { status, identity } = s.publications().at(-1);
      assert.deepEqual([status, identity], ["unauthenticated", 1]);
    }
  });

  it("is asked for at once by a call", async () => {
    const s = stage();
    await s.fail();
    s.call(1, "roles");
    assert.equal(s.loads.length, 2);
  });

  it("ends the session where it never can", async () => {
    const s = stage(undefined, false);
    s.call(1, "fetch");
    await s.fail();
    const [[error]] = s.named("over");
    assert.deepEqual([error.code, error.retryable, s.link.isOver()], ["wasm-unavailable", false, true]);
    s.call(2, "fetch");
    assert.deepEqual(s.refused(), ["2 wasm-unavailable"]);
  });
});

describe("The end of a session", () => {
  it("comes where the page's own fetch closes it as its sign-out leaves, which is then sent in a way that outlives it", async () => {
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
    await soon();
    assert.equal(page.channel.said.at(-1), "closed");
  });

  it("comes with an error in the JavaScript around the engine, too: it is reported, and is no module that did not load", async () => {
    const s = stage(initialOf(ADA));
    const reported = mock.method(console, "error", () => {});
    await s.come();
    s.engine.ask = () => undefined.nothing;
    s.call(1, "refresh");
    assert.deepEqual(
      s.named("over").map(([{ code, retryable }]) => [code, retryable]),
      [["closed", false]],
    );
    assert.ok(reported.mock.calls[0].arguments[0] instanceof TypeError);
    assert.equal(s.publications().at(-1).user, null);
    mock.restoreAll();
  });

  it("comes with a trap: nothing is asked of that engine again", async () => {
    const s = stage();
    await s.come();
    s.engine.ask = trap;
    s.call(1, "roles");
    const [[error]] = s.named("over");
    assert.deepEqual([error.code, error.retryable], ["wasm-unavailable", false]);
    s.calls.length = 0;
    turn("focus");
    s.call(2, "roles");
    assert.deepEqual([s.calls, s.refused()], [[], ["2 wasm-unavailable"]]);
    assert.throws(s.link.assertOpen, { code: "wasm-unavailable" });
  });

  for (const isRunning of [false, true])
    it(`comes with close() ${isRunning ? "while" : "before"} an engine runs: gates close and the identity ends, once`, async () => {
      const s = stage(initialOf(ADA));
      if (isRunning) await s.come();
      s.link.close();
      s.link.close();
      assert.deepEqual(
        [s.named("over").length, s.publications().at(-1).error.code, s.publications().at(-1).identity],
        [1, "closed", 1],
      );
      assert.equal(s.engineCalls().includes("handleEvent closed 0"), isRunning);
      await soon();
      assert.equal(page.channel.said.at(-1), "closed");
      turn("focus");
      assert.equal(s.publications().length, 2);
    });
});
