// What a session shows of what its link to the engine publishes.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createSessionOn } from "../../pkg/entry/create-session.js";
import { readFeatures } from "../../pkg/entry/features.js";
import { readOptions } from "../../pkg/entry/options.js";
import { SessionError } from "../../pkg/entry/session-error.js";
import { UNKNOWN } from "../../pkg/entry/snapshot.js";
import { keepListeners } from "../../pkg/entry/subscribable.js";

/**
 * Returns a session on a stand-in for its link, the callbacks that the session gives to the link, and a function after which an engine runs.
 */
function stage() {
  let callbacks;
  let runs = false;
  const link = {
    open() {},
    isRunning: () => runs,
    isOver: () => false,
    handleEvent() {},
    call() {},
    close() {},
  };
  const connect = (given) => {
    callbacks = given;
    return link;
  };
  const settings = readOptions({ baseUrl: "https://platform.invalid" });
  const session = createSessionOn(
    settings,
    connect,
    () => async () => {},
    () => ({ url() {}, start: async () => {} }),
  );
  const runEngine = () => {
    runs = true;
  };
  return { session, callbacks, runEngine };
}

describe("A session", () => {
  it("resolves `ready` once an engine has published a status, and `settled` with the first snapshot of any kind", async () => {
    const { session, callbacks, runEngine } = stage();
    const { ready, settled } = session;
    callbacks.publish({ ...UNKNOWN, error: { code: "network" } });
    callbacks.publish({ ...UNKNOWN, status: "unauthenticated", reason: "no-session" });
    runEngine();
    callbacks.publish({ ...UNKNOWN, error: { code: "network" } });
    callbacks.publish({ ...UNKNOWN, status: "unauthenticated", reason: "deactivated" });
    assert.equal((await settled).error.code, "network");
    assert.equal((await ready).reason, "deactivated");
    callbacks.over({ code: "closed" });
    await assert.rejects(session.ready, { code: "closed" });
  });

  it("resolves `settled` where its WebAssembly never comes, and rejects it once the session is closed", async () => {
    const error = { code: "wasm-unavailable" };
    const { session, callbacks } = stage();
    callbacks.over(error);
    callbacks.publish({ ...UNKNOWN, error });
    assert.equal((await session.settled).error, error);
    await assert.rejects(session.ready, error);
    callbacks.over({ code: "closed" });
    await assert.rejects(session.settled, { code: "closed" });
  });

  it("that has ended rejects with a copy of its error: frameworks and reporters write on the errors that they get", async () => {
    const { session, callbacks } = stage();
    const error = new SessionError("wasm-unavailable", { retryable: true });
    callbacks.failed(error);
    callbacks.publish({ ...UNKNOWN, error });
    callbacks.over(new SessionError("closed"));
    const rejection = await session.ready.catch((reason) => reason);
    Object.assign(rejection, { digest: "1" });
    assert.ok(Object.isFrozen(session.snapshot.error));
  });

  it("treats options that are `null` as no options", () => {
    const { session } = stage();
    const { login, logout, refresh, roles, permissions } = session;
    for (const call of [
      (none) => login({ email: "a", password: "b" }, none),
      logout,
      refresh,
      roles,
      permissions.refresh,
    ])
      call(null);
  });

  it("ranks no role by a catalogue on `Object.prototype`", () => {
    const { session, callbacks } = stage();
    const roles = ["administrator", "default"].map((name, rank) => ({ name, rank }));
    try {
      Object.assign(Object.prototype, { rolesChanged: true, roles });
      callbacks.publish({ ...UNKNOWN, status: "authenticated", user: { id: 1, userType: "default" } });
      assert.equal(session.atLeast("administrator"), false);
      assert.equal(session.gate({ atLeast: "administrator" }).granted, false);
    } finally {
      for (const name of ["rolesChanged", "roles"]) delete Object.prototype[name];
    }
  });

  it("answers `can()` as its snapshot does where the page's own `CustomEvent` throws", () => {
    // Node has no window: without this, a listener is called once, and dropped.
    keepListeners();
    const { session, callbacks } = stage();
    const features = (enabled) => readFeatures({ a: { enabled } });
    const known = { ...UNKNOWN, status: "authenticated", user: { id: 1 } };
    callbacks.publish({ ...known, features: features(true) });
    const { CustomEvent } = globalThis;
    globalThis.CustomEvent = class {
      constructor() {
        throw new Error("the page's");
      }
    };
    try {
      assert.throws(() => callbacks.publish({ ...known, features: features(false) }), /the page's/);
    } finally {
      globalThis.CustomEvent = CustomEvent;
    }
    assert.deepEqual([session.permissions.can("a"), session.permissions.get("a").enabled], [false, false]);
  });
});
