import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createPageSession } from "../../pkg/entry/page-session.js";
import { VERSION } from "../../pkg/entry/version.js";
import { fakePage } from "./fake-page.mjs";

fakePage(() => ({ window: {} }));

/** Stands in for `createSession`. */
const create = (options) => ({ snapshot: { error: null }, options });

describe("The session of a page", () => {
  it("is one for all calls and all copies of this version", () => {
    const [pageSession, ofAnotherCopy] = [createPageSession(create), createPageSession(create)];
    const first = pageSession({ tabs: false });
    assert.deepEqual(first.options, { tabs: false });
    assert.equal(pageSession({ tabs: true }), first);
    assert.equal(ofAnotherCopy(), first);
  });

  for (const [error, isOver] of [
    [{ code: "closed" }, true],
    [{ code: "wasm-unavailable", retryable: false }, true],
    [{ code: "wasm-unavailable", retryable: true }, false],
    [{ code: "network", retryable: true }, false],
  ])
    it(`is ${isOver ? "another one" : "the same"} after ${JSON.stringify(error)}`, () => {
      const pageSession = createPageSession(create);
      const first = pageSession();
      first.snapshot = { error };
      assert.equal(pageSession() !== first, isOver);
    });

  it("is made beside that of another version, with one warning", (test) => {
    const warn = test.mock.method(console, "warn", () => {});
    globalThis.window[Symbol.for("platform-session")] = { "0.0.1": create() };
    const pageSession = createPageSession(create);
    const first = pageSession();
    first.snapshot = { error: { code: "closed" } };
    pageSession();
    assert.equal(warn.mock.callCount(), 1);
    for (const version of ["0.0.1", VERSION]) assert.ok(warn.mock.calls[0].arguments[0].includes(version));
  });

  it("is not shared on a server: each call makes one", () => {
    delete globalThis.window;
    const pageSession = createPageSession(create);
    assert.notEqual(pageSession(), pageSession());
  });
});
