// `createReauthentication`, on a session that only says what these tests let it say. On real sessions: `reauthentication-page.test.mjs`.

import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { afterEach, describe, it } from "node:test";
import { createReauthentication } from "../../pkg/adapters/reauthentication/reauthentication.js";
import { isSessionError, SessionError } from "../../pkg/entry/session-error.js";

const ada = Object.freeze({ id: 1, name: "Ada Lovelace" });
const ENDED = { reason: "ended", user: ada };
const BEARER = { reason: "bearer", user: ada };
const CREDENTIALS = { email: "ada@example.com", password: "correct horse battery staple" };

/** A session that waits for `reauthenticate`, and what the tests do to it. */
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

/** How a promise has ended by now, in a word. */
async function endOf(promise) {
  const pending = new Promise((resolve) => setTimeout(resolve, 5, "pending"));
  return Promise.race([
    promise.then(
      () => "resolved",
      ({ code }) => code,
    ),
    pending,
  ]);
}

/** Asked for on this session, and all that a listener was given since. */
function asked(fake, need = ENDED) {
  const reauthentication = createReauthentication();
  const values = [];
  const unsubscribe = reauthentication.subscribe((value) => values.push(value));
  const settled = reauthentication.reauthenticate(fake.session, need);
  // The session handles a rejection, too.
  settled.catch(() => {});
  return { reauthentication, values, unsubscribe, settled, request: reauthentication.value };
}

describe("What createReauthentication gives", () => {
  const browserReport = globalThis.reportError;
  afterEach(() => {
    globalThis.reportError = browserReport;
  });

  it("is subscribed to as everything in the package is", () => {
    const { reauthentication, values, unsubscribe, request } = asked(fakeSession());
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

  it("takes an observer, as it is when it is told, and with its own this", () => {
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

  it("tells all listeners the newer value where one causes a change, and reports one that throws", () => {
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
    assert.deepEqual(values, [null], "the request was over before this listener's turn");
    assert.deepEqual(reported, ["of the page"]);
  });
});

describe("A request for a new sign-in", () => {
  it("says what is asked for, is frozen, and is the same until it ends", () => {
    const { reauthentication, request } = asked(fakeSession());
    assert.equal(Object.isFrozen(request), true);
    assert.equal(reauthentication.value, request);
    assert.deepEqual(Object.keys(request).sort(), ["cancel", "login", "reason", "startSso", "user"]);
    assert.deepEqual([request.reason, request.user], ["ended", ada]);
  });

  it("ends with a sign-in, and gives its snapshot", async () => {
    const fake = fakeSession();
    const { settled, request, values } = asked(fake);
    assert.equal(await request.login(CREDENTIALS), fake.session.snapshot);
    assert.equal(await settled, undefined);
    assert.deepEqual(values, [null, request, null]);
    assert.equal(fake.listeners.size, 0, "nothing listens to the session any more");
    assert.ok(!JSON.stringify(request).includes("horse"));
  });

  it("comes back to this page from single sign-on, or to none where the deployment does not accept it", async () => {
    const fake = fakeSession();
    const { request } = asked(fake);
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

  it("ends with the identity, before a listener of the session hears of the next", async () => {
    const fake = fakeSession();
    const { settled, reauthentication } = asked(fake);
    let seen = "nothing";
    fake.listeners.add(() => {
      seen = reauthentication.value;
    });
    fake.endIdentity();
    assert.equal(seen, null);
    assert.equal(await endOf(settled), "superseded");
  });

  it("of an identity that has ended is never shown, and rejects at once", async () => {
    const fake = fakeSession();
    fake.identity.abort();
    const { settled, values } = asked(fake);
    assert.equal(await endOf(settled), "superseded");
    assert.deepEqual(values, [null]);
    assert.equal(fake.listeners.size, 0);
    await assert.rejects(settled, isSessionError);
  });

  it("ends as its page is left, with the sign-in that is under way, and listens to no page after its end", async () => {
    const page = new EventTarget();
    globalThis.addEventListener = page.addEventListener.bind(page);
    try {
      const fake = fakeSession();
      fake.answers.login = ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(new SessionError("aborted")));
        });
      const { settled, request, values } = asked(fake);
      const signingIn = request.login(CREDENTIALS);
      page.dispatchEvent(new Event("pagehide"));
      assert.deepEqual(values, [null, request, null], "within the event: the page is frozen after it");
      assert.equal(await endOf(signingIn), "aborted");
      assert.equal(await endOf(settled), "superseded");
      const { request: given } = asked(fakeSession());
      assert.equal(getEventListeners(page, "pagehide").length, 1);
      await given.login(CREDENTIALS);
      assert.equal(getEventListeners(page, "pagehide").length, 0);
    } finally {
      delete globalThis.addEventListener;
    }
  });

  it("ends where the session does not wait for it any more, as at close()", async () => {
    const fake = fakeSession();
    const { settled } = asked(fake, BEARER);
    fake.publish({ status: "unknown", reauthenticating: false });
    assert.equal(await endOf(settled), "superseded");
  });

  it("for a lacking token stays open where the same user signs in elsewhere: that brings this page no token", async () => {
    const fake = fakeSession();
    const { settled } = asked(fake, BEARER);
    fake.publish({ status: "authenticated" });
    assert.equal(await endOf(settled), "pending");
  });

  it("is not shown where it is over as it begins", async () => {
    const fake = fakeSession({ status: "authenticated" });
    const { settled, values } = asked(fake);
    assert.equal(await endOf(settled), "resolved");
    assert.deepEqual(values, [null]);
    assert.equal(fake.listeners.size, 0);
  });

  it("leaves a sign-in under way to its end where another one has come first", async () => {
    const fake = fakeSession();
    let finish;
    fake.answers.login = () => new Promise((resolve) => (finish = resolve));
    const { request, settled } = asked(fake);
    const signingIn = request.login(CREDENTIALS);
    fake.publish({ status: "authenticated" });
    assert.equal(await endOf(settled), "resolved");
    // What a dialog calls as it closes.
    request.cancel();
    const [[, , { signal: givenUp }]] = fake.calls;
    assert.equal(givenUp.aborted, false);
    finish(fake.session.snapshot);
    assert.equal(await endOf(signingIn), "resolved");
  });
});

describe("Several requests", () => {
  it("one after the other are two, and the value is null between them", async () => {
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

  it("of two sessions wait for each other, and end each with its own", async () => {
    const reauthentication = createReauthentication();
    const [one, other] = [fakeSession(), fakeSession()];
    const values = [];
    reauthentication.subscribe((value) => values.push(value));
    const settled = [one, other].map(({ session }) => reauthentication.reauthenticate(session, ENDED));
    const first = reauthentication.value;
    one.publish({ status: "authenticated" });
    assert.equal(await endOf(settled[0]), "resolved");
    assert.equal(await endOf(settled[1]), "pending");
    const second = reauthentication.value;
    assert.notEqual(second, first);
    await second.login(CREDENTIALS);
    assert.deepEqual(
      [one, other].map(({ calls }) => calls.length),
      [0, 1],
    );
    assert.deepEqual(values, [null, first, second, null]);
  });

  it("that ends while it waits is never shown", async () => {
    const reauthentication = createReauthentication();
    const [one, other] = [fakeSession(), fakeSession()];
    const values = [];
    reauthentication.subscribe((value) => values.push(value));
    reauthentication.reauthenticate(one.session, ENDED);
    const settled = reauthentication.reauthenticate(other.session, ENDED);
    other.endIdentity();
    assert.equal(await endOf(settled), "superseded");
    const [, first] = values;
    await first.login(CREDENTIALS);
    assert.deepEqual(values, [null, first, null]);
  });
});
