// What the next session of a page hears of the sign-out of the one before, and of its end.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { LONGEST_GUARD_MS } from "../../pkg/entry/link.js";
import { closed, hearing, hide, ORIGIN, OVER, open, page, SIGNED_OUT, soon } from "./departing-page.mjs";
import { constant } from "./rust-source.mjs";

describe("A session that follows another on its page", () => {
  it("hears of the sign-out that is on its way, and that it is over", async () => {
    for (const end of ["resolve", "reject"]) {
      const signOut = closed();
      const { told, come, link } = open();
      come();
      await soon();
      assert.deepEqual([...told], [SIGNED_OUT]);
      signOut[end](Response.json({ success: true }));
      await soon();
      assert.deepEqual([...told], [SIGNED_OUT, OVER]);
      link.close();
      await soon();
    }
  });

  it("hears of it where a listener begins it, as that hears that the other one is closed", async () => {
    let next;
    let listens = () => {};
    const first = open(ORIGIN, { listens: () => listens() });
    first.call(1, "logout");
    first.come();
    await soon();
    let answer;
    first.told.host.read(1, new Promise((resolve) => (answer = resolve)), new AbortController(), true);
    listens = () => {
      next ??= open();
    };
    first.link.close();
    next.come();
    await soon();
    assert.deepEqual([...next.told], [SIGNED_OUT]);
    answer(Response.json({ success: true }));
    await soon();
    assert.deepEqual([...next.told], [SIGNED_OUT, OVER]);
  });

  for (const [which, inOrder] of Object.entries({ first: (list) => list, second: (list) => list.reverse() }))
    it(`hears of two until both are over, where the ${which} is answered first`, async () => {
      const first = open();
      first.call(1, "logout");
      hide(true);
      first.call(2, "logout");
      first.link.close();
      const [one, other] = inOrder([...page.signOuts]);
      one.resolve(Response.json({ success: true }));
      await soon();
      const { told, come } = open();
      come();
      await soon();
      assert.deepEqual([...told], [SIGNED_OUT, SIGNED_OUT]);
      other.resolve(Response.json({ success: true }));
      await soon();
      assert.deepEqual([...told], [SIGNED_OUT, SIGNED_OUT, OVER, OVER]);
    });

  for (const [first, next] of [
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ])
    it(`hears of the end once, where ${first ? "the one before" : "not the one before"} and ${next ? "this one" : "not this one"} tells the other tabs`, async () => {
      const signOut = closed(ORIGIN, { tabs: first });
      const sessions = [open(ORIGIN, { tabs: next }), open(ORIGIN, { tabs: next })];
      const after = () => sessions.map(({ told }) => [...told]);
      for (const { come } of sessions) come();
      await soon();
      assert.deepEqual(after(), [[SIGNED_OUT], [SIGNED_OUT]]);
      signOut.resolve(Response.json({ success: true }));
      await soon();
      assert.deepEqual(after(), [
        [SIGNED_OUT, OVER],
        [SIGNED_OUT, OVER],
      ]);
    });

  for (const [what, channel] of Object.entries({
    "has no channels": undefined,
    "refuses a channel": class {
      constructor() {
        throw new DOMException("refused", "SecurityError");
      }
    },
  }))
    it(`hears of the end where the browser ${what}`, async () => {
      Object.defineProperty(globalThis, "BroadcastChannel", { value: channel, configurable: true });
      const signOut = closed();
      const { told, come } = open();
      come();
      await soon();
      signOut.resolve(Response.json({ success: true }));
      await soon();
      assert.deepEqual([...told], [SIGNED_OUT, OVER]);
    });

  it("hears of one that the page's own `fetch` called as it closed the session: its engine tells of it later", async () => {
    const heard = hearing();
    const first = open();
    first.come();
    await soon();
    // As an engine that is about to send a read: it handles both once `fetch` returns.
    first.call(1, "logout");
    first.link.close();
    first.told.host.broadcast(SIGNED_OUT);
    let answer;
    first.told.host.read(1, new Promise((resolve) => (answer = resolve)), new AbortController(), true);
    const next = open();
    next.come();
    await soon();
    assert.deepEqual([heard, [...next.told]], [["signed-out"], [SIGNED_OUT]]);
    answer(Response.json({ success: true }));
    await soon();
    assert.deepEqual(
      [heard, [...next.told]],
      [
        ["signed-out", "sign-out-over"],
        [SIGNED_OUT, OVER],
      ],
    );
  });

  it("hears nothing of one that is over, or at another deployment, or of a session that nobody signed out of", async () => {
    closed("https://elsewhere.invalid");
    closed().resolve(Response.json({ success: true }));
    open().link.close();
    await soon();
    const { told, come } = open();
    come();
    await soon();
    assert.deepEqual([...told], []);
  });

  it("hears nothing of one that is not answered within the time that a guard may stand", async () => {
    closed();
    await new Promise((resolve) => setTimeout(resolve, 30));
    const { told, come } = open(ORIGIN, { timeoutMs: 20 });
    come();
    await soon();
    assert.deepEqual([...told], []);
  });

  it("waits no longer than the engine's own guards stand", () => {
    assert.equal(LONGEST_GUARD_MS, constant("core/state/sign_outs.rs", "LONGEST_GUARD_MS"));
  });

  it("hears of it as often as the other tabs were told, so that it takes no other tab's end for its own", async () => {
    const first = open();
    first.call(1, "logout");
    first.come();
    await soon();
    // The entry has told of it, and the engine does once more.
    first.told.host.broadcast(SIGNED_OUT);
    let answer;
    first.told.host.read(1, new Promise((resolve) => (answer = resolve)), new AbortController(), true);
    first.link.close();
    const { told, come } = open();
    come();
    await soon();
    answer(Response.json({ success: true }));
    await soon();
    assert.deepEqual([...told], [SIGNED_OUT, SIGNED_OUT, OVER, OVER]);
  });
});
