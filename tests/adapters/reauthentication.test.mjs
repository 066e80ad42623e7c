// `createReauthentication` on a scripted session. On real sessions: `pages/reauthentication-page.test.mjs`.

import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { afterEach, describe, it } from "node:test";
import { createReauthentication } from "../../pkg/adapters/reauthentication/reauthentication.js";
import { isSessionError, SessionError } from "../../pkg/entry/session-error.js";

const ada = Object.freeze({ id: 1, name: "Ada Lovelace" });
const ENDED = { reason: "ended", user: ada };
const BEARER = { reason: "bearer", user: ada };
const CREDENTIALS = { email: "ada@example.com", password: "correct horse battery staple" };

/** Makes a session that waits for `reauthenticate`, and the functions by which a test changes it. `answers`: the functions behind its calls. */
function fakeSession({ status = "unauthenticated" } = {}) {
  const identity = new AbortController();
  const listeners = new Set();
  const calls = [];
  let snapshot = { status, reauthenticating: true };
  const answers = { login: async () => snapshot, start: async () => {} };
  const session = {
    identity: { key: 1, signal: identity.signal },
    get snapshot() {
      return snapshot;
    },
    subscribe(listener) {
      listeners.add(listener);
      listener(snapshot);
      return () => listeners.delete(listener);
    },
    login(credentials, options) {
      calls.push(["login", credentials, options]);
      return answers.login(options);
    },
    sso: {
      start(options) {
        calls.push(["start", options]);
        return answers.start(options);
      },
    },
  };
  const publish = (changed) => {
    snapshot = { ...snapshot, ...changed };
    for (const listener of listeners) listener(snapshot);
  };
  const endIdentity = () => {
    identity.abort(new SessionError("superseded"));
    publish({ reauthenticating: false });
  };
  return { session, publish, identity, endIdentity, calls, answers, listeners };
}

/** Resolves with the state of a promise a moment from now: "resolved", "pending", or the code of its error. */
async function stateOf(promise) {
  const pending = new Promise((resolve) => setTimeout(resolve, 5, "pending"));
  return Promise.race([
    promise.then(
      () => "resolved",
      ({ code }) => code,
    ),
    pending,
  ]);
}

/** Calls `reauthenticate` on this session. `values` lists what a listener has received, `settled` is the call's promise. */
function requestOn(fake, need = ENDED) {
  const reauthentication = createReauthentication();
  const values = [];
  const unsubscribe = reauthentication.subscribe((value) => values.push(value));
  const settled = reauthentication.reauthenticate(fake.session, need);
  // As the real session, which handles a rejection.
  settled.catch(() => {});
  return { reauthentication, values, unsubscribe, settled, request: reauthentication.value };
}

describe("The result of createReauthentication()", () => {
  const browserReport = globalThis.reportError;
  afterEach(() => {
    globalThis.reportError = browserReport;
  });

  it("is an observable store, like the others of the package", () => {
    const { reauthentication, values, unsubscribe, request } = requestOn(fakeSession());
    assert.deepEqual(values, [null, request]);
    assert.equal(unsubscribe.unsubscribe, unsubscribe);
    assert.equal(Object.isFrozen(reauthentication), true);
    const observable = Symbol.observable ?? Symbol.for("observable");
    for (const key of [observable, "@@observable"]) assert.equal(reauthentication[key](), reauthentication);
    unsubscribe();
    request.cancel();
    assert.equal(values.length, 2);
    for (const wrong of [undefined, null, "listener"])
      assert.throws(() => reauthentication.subscribe(wrong), TypeError);
  });

  it("takes an observer object, whose next() may be missing and is called as a method", () => {
    const { subscribe, reauthenticate } = createReauthentication();
    const observer = {
      received: 0,
      next() {
        this.received += 1;
      },
    };
    subscribe(observer);
    subscribe({});
    reauthenticate(fakeSession().session, ENDED).catch(() => {});
    assert.equal(observer.received, 2);
  });

  it("calls later listeners only with the newer value where an earlier one changes it, and reports one that throws", () => {
    const reported = [];
    globalThis.reportError = (error) => reported.push(error.message);
    const { subscribe, reauthenticate } = createReauthentication();
    subscribe((request) => request?.cancel());
    subscribe(() => {
      throw new Error("of the page");
    });
    const values = [];
    subscribe((value) => values.push(value));
    reauthenticate(fakeSession().session, ENDED).catch(() => {});
    assert.deepEqual(values, [null], "the first listener had ended the request");
    assert.deepEqual(reported, ["of the page"]);
  });
});

describe("A request for a new sign-in", () => {
  it("has the reason and the user, is frozen, and is the same object until it ends", () => {
    const { reauthentication, request } = requestOn(fakeSession());
    assert.equal(Object.isFrozen(request), true);
    assert.equal(reauthentication.value, request);
    assert.deepEqual(Object.keys(request).sort(), ["cancel", "login", "reason", "startSso", "user"]);
    assert.deepEqual([request.reason, request.user], ["ended", ada]);
  });

  it("ends with a sign-in, which resolves with the snapshot", async () => {
    const fake = fakeSession();
    const { settled, request, values } = requestOn(fake);
    assert.equal(await request.login(CREDENTIALS), fake.session.snapshot);
    assert.equal(await settled, undefined);
    assert.deepEqual(values, [null, request, null]);
    assert.equal(fake.listeners.size, 0, "no listener of the session is left");
    assert.ok(!JSON.stringify(request).includes("horse"));
  });

  it("starts single sign-on with this page as return URL, or with none where the deployment does not accept it", async () => {
    const fake = fakeSession();
    const { request } = requestOn(fake);
    globalThis.location = { href: "https://front.example/app?page=2#top" };
    fake.answers.start = async ({ returnUrl }) => {
      if (returnUrl) throw new SessionError("invalid-return-url");
    };
    try {
      await request.startSso();
    } finally {
      delete globalThis.location;
    }
    const starts = fake.calls.map(([, { mode, returnUrl }]) => [mode, returnUrl]);
    assert.deepEqual(starts, [
      ["popup", "https://front.example/app?page=2#top"],
      ["popup", undefined],
    ]);
  });

  it("ends with the identity, before a listener of the session is called with the next snapshot", async () => {
    const fake = fakeSession();
    const { settled, reauthentication } = requestOn(fake);
    let seen = "nothing";
    fake.listeners.add(() => {
      seen = reauthentication.value;
    });
    fake.endIdentity();
    assert.equal(seen, null);
    assert.equal(await stateOf(settled), "superseded");
  });

  it("for an identity that has ended is never a value, and rejects at once", async () => {
    const fake = fakeSession();
    fake.identity.abort();
    const { settled, values } = requestOn(fake);
    assert.equal(await stateOf(settled), "superseded");
    assert.deepEqual(values, [null]);
    assert.equal(fake.listeners.size, 0);
    await assert.rejects(settled, isSessionError);
  });

  it("ends at pagehide, with the sign-in under way, and leaves no listener of pagehide", async () => {
    const page = new EventTarget();
    globalThis.addEventListener = page.addEventListener.bind(page);
    try {
      const fake = fakeSession();
      fake.answers.login = ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(new SessionError("aborted")));
        });
      const { settled, request, values } = requestOn(fake);
      const signingIn = request.login(CREDENTIALS);
      page.dispatchEvent(new Event("pagehide"));
      assert.deepEqual(values, [null, request, null], "within the event, after which the page is frozen");
      assert.equal(await stateOf(signingIn), "aborted");
      assert.equal(await stateOf(settled), "superseded");
      const { request: next } = requestOn(fakeSession());
      assert.equal(getEventListeners(page, "pagehide").length, 1);
      await next.login(CREDENTIALS);
      assert.equal(getEventListeners(page, "pagehide").length, 0);
    } finally {
      delete globalThis.addEventListener;
    }
  });

  it("ends once the session no longer waits for it, as after close()", async () => {
    const fake = fakeSession();
    const { settled } = requestOn(fake, BEARER);
    fake.publish({ status: "unknown", reauthenticating: false });
    assert.equal(await stateOf(settled), "superseded");
  });

  it("for a missing bearer token stays open where the user signs in in another tab, which gives this page no token", async () => {
    const fake = fakeSession();
    const { settled } = requestOn(fake, BEARER);
    fake.publish({ status: "authenticated" });
    assert.equal(await stateOf(settled), "pending");
  });

  it("is never a value where the user is signed in again already", async () => {
    const fake = fakeSession({ status: "authenticated" });
    const { settled, values } = requestOn(fake);
    assert.equal(await stateOf(settled), "resolved");
    assert.deepEqual(values, [null]);
    assert.equal(fake.listeners.size, 0);
  });

  it("does not abort a sign-in under way where it ends by another sign-in", async () => {
    const fake = fakeSession();
    let finish;
    fake.answers.login = () => new Promise((resolve) => (finish = resolve));
    const { request, settled } = requestOn(fake);
    const signingIn = request.login(CREDENTIALS);
    fake.publish({ status: "authenticated" });
    assert.equal(await stateOf(settled), "resolved");
    // A dialog calls this as it closes.
    request.cancel();
    const [[, , { signal }]] = fake.calls;
    assert.equal(signal.aborted, false);
    finish(fake.session.snapshot);
    assert.equal(await stateOf(signingIn), "resolved");
  });
});

describe("Several requests", () => {
  it("one after the other are two objects, with null between them", async () => {
    const reauthentication = createReauthentication();
    const { session } = fakeSession();
    const values = [];
    reauthentication.subscribe((value) => values.push(value));
    for (const _ of [1, 2]) {
      const settled = reauthentication.reauthenticate(session, ENDED);
      await reauthentication.value.login(CREDENTIALS);
      await settled;
    }
    const [none, first, between, second, after] = values;
    assert.deepEqual([none, between, after, values.length], [null, null, null, 5]);
    assert.notEqual(first, second);
  });

  it("of two sessions are the value one after the other, and each ends with its own session", async () => {
    const reauthentication = createReauthentication();
    const [one, other] = [fakeSession(), fakeSession()];
    const values = [];
    reauthentication.subscribe((value) => values.push(value));
    const settled = [one, other].map(({ session }) => reauthentication.reauthenticate(session, ENDED));
    const first = reauthentication.value;
    one.publish({ status: "authenticated" });
    assert.equal(await stateOf(settled[0]), "resolved");
    assert.equal(await stateOf(settled[1]), "pending");
    const second = reauthentication.value;
    assert.notEqual(second, first);
    await second.login(CREDENTIALS);
    assert.deepEqual(
      [one, other].map(({ calls }) => calls.length),
      [0, 1],
    );
    assert.deepEqual(values, [null, first, second, null]);
  });

  it("never have as their value one that ends while another is open", async () => {
    const reauthentication = createReauthentication();
    const [one, other] = [fakeSession(), fakeSession()];
    const values = [];
    reauthentication.subscribe((value) => values.push(value));
    reauthentication.reauthenticate(one.session, ENDED);
    const settled = reauthentication.reauthenticate(other.session, ENDED);
    other.endIdentity();
    assert.equal(await stateOf(settled), "superseded");
    const [, first] = values;
    await first.login(CREDENTIALS);
    assert.deepEqual(values, [null, first, null]);
  });
});
