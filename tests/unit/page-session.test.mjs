import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createPageSession } from "../../pkg/entry/page-session.js";
import { VERSION } from "../../pkg/entry/version.js";
import { fakePage } from "./fake-page.mjs";

fakePage(() => ({ window: {} }));

const session = (error = null) => ({ snapshot: { error } });
const create = (options) => ({ ...session(), options });

describe("The session of a page", () => {
  it("is one for all calls and all copies of this version", () => {
    const [one, other] = [createPageSession(create), createPageSession(create)];
    const first = one({ tabs: false });
    assert.deepEqual(first.options, { tabs: false });
    assert.equal(one({ tabs: true }), first);
    assert.equal(other(), first);
  });

  for (const [error, isOver] of [
    [{ code: "closed" }, true],
    [{ code: "wasm-unavailable", retryable: false }, true],
    [{ code: "wasm-unavailable", retryable: true }, false],
    [{ code: "network", retryable: true }, false],
  ])
    it(`is another one ${isOver ? "" : "not "}after ${JSON.stringify(error)}`, () => {
      const ask = createPageSession(create);
      const first = ask();
      first.snapshot = { error };
      assert.equal(ask() !== first, isOver);
    });

  it("is beside one of another version, which is said once", (test) => {
    const warn = test.mock.method(console, "warn", () => {});
    globalThis.window[Symbol.for("platform-session")] = { "0.0.1": session() };
    const ask = createPageSession(create);
    const first = ask();
    first.snapshot = { error: { code: "closed" } };
    ask();
    assert.equal(warn.mock.callCount(), 1);
    for (const version of ["0.0.1", VERSION]) assert.ok(warn.mock.calls[0].arguments[0].includes(version));
  });

  it("is none on a server: each call has its own", () => {
    delete globalThis.window;
    const ask = createPageSession(create);
    assert.notEqual(ask(), ask());
  });
});
