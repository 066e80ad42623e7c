// `session.reauthentication` of the double: the open request to sign in again. Tests that it shares with `createReauthentication`:
// `../reauthentication.test.mjs`.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createTestSession, signInAgain } from "../../../pkg/adapters/testing/testing.js";

const CREDENTIALS = { email: "ada@example.com", password: "p" };
const USER = { email: CREDENTIALS.email, name: "Ada" };
const later = () => new Promise((resolve) => setTimeout(resolve));

/** Makes a session that has ended on the deployment, and sends a request. */
async function requestAfterEnd(options = {}) {
  const session = createTestSession({ user: USER, reauthenticate: true, ...options });
  session.endOnDeployment();
  const answer = session.fetch("/api/x").then(
    ({ status }) => status,
    ({ code }) => code,
  );
  await later();
  return { session, answer };
}

describe("With reauthenticate: true, session.reauthentication", () => {
  it("has the request to sign in again while a call waits, and is null otherwise", async () => {
    const before = createTestSession({ user: USER, reauthenticate: true });
    assert.equal(before.reauthentication.value, null);
    const { session, answer } = await requestAfterEnd();
    const { reason, user } = session.reauthentication.value ?? {};
    assert.deepEqual([reason, user?.name], ["ended", "Ada"]);
    assert.equal(session.snapshot.reauthenticating, true);
    await session.reauthentication.value?.login(CREDENTIALS);
    assert.deepEqual([session.reauthentication.value, await answer], [null, 200]);
    assert.deepEqual(
      session.calls.map(({ name }) => name),
      ["fetch", "login"],
    );
  });

  it("is null after another user's sign-in, after reset() and after close()", async () => {
    for (const end of /** @type {((session: any) => void)[]} */ ([
      (session) => session.signIn({ id: 2, name: "Grace" }),
      (session) => session.reset(),
      (session) => session.close(),
    ])) {
      const { session, answer } = await requestAfterEnd();
      end(session);
      assert.equal(session.reauthentication.value, null, end.toString());
      assert.ok(["superseded", "aborted", "closed"].includes(`${await answer}`), end.toString());
    }
    const { session } = await requestAfterEnd();
    session.reset();
    session.endOnDeployment();
    const answer = session.fetch("/api/x");
    await later();
    await session.reauthentication.value?.login(CREDENTIALS);
    assert.equal((await answer).status, 200, "works again after reset()");
  });

  it("publishes within notify, except for the first value of a listener", async () => {
    let depth = 0;
    const notify = (publish) => {
      depth++;
      publish();
      depth--;
    };
    const { session } = await requestAfterEnd({ notify });
    const received = [];
    /** Notes whether the value is null, and whether it came within `notify`. */
    const receive = (value) => received.push([value === null, depth > 0]);
    const { unsubscribe } = session.reauthentication.subscribe(receive);
    session.reauthentication.subscribe({ next: receive });
    session.reauthentication.subscribe({});
    session.reauthentication.value?.cancel();
    assert.deepEqual(received, [
      [false, false],
      [false, false],
      [true, true],
      [true, true],
    ]);
    unsubscribe();
    for (const wrong of [undefined, null, 7])
      assert.throws(() => session.reauthentication.subscribe(/** @type {any} */ (wrong)), TypeError);
  });

  it("is frozen, and its members are bound", async () => {
    const { session, answer } = await requestAfterEnd();
    const { reauthentication } = session;
    assert.ok(Object.isFrozen(reauthentication));
    assert.equal(session.reauthentication, reauthentication);
    const { subscribe, reauthenticate } = reauthentication;
    let value = null;
    subscribe((given) => {
      value = given;
    });
    assert.equal(value, reauthentication.value);
    assert.equal(typeof reauthenticate, "function");
    reauthentication.value?.cancel();
    assert.equal(await answer, 401);
  });
});

describe("Without reauthenticate: true", () => {
  it("a reauthenticate of the test's own is called, and session.reauthentication stays null", async () => {
    let wasNull = false;
    const reauthenticate = async ({ login }) => {
      wasNull = session.reauthentication.value === null;
      await login(CREDENTIALS);
    };
    const session = createTestSession({ user: USER, reauthenticate });
    session.endOnDeployment();
    assert.equal((await session.fetch("/api/x")).status, 200);
    assert.ok(wasNull);
  });

  it("another value throws a TypeError that names the option", () => {
    for (const wrong of /** @type {any[]} */ ([false, "dialog", {}]))
      assert.throws(() => createTestSession({ reauthenticate: wrong }), {
        name: "TypeError",
        message: /reauthenticate/,
      });
  });
});

describe("Without a page, signInAgain", () => {
  it("signs in by session.reauthentication, whether it is called before or after the request opens", async () => {
    const session = createTestSession({ user: USER, reauthenticate: true });
    for (const isOpen of [false, true]) {
      session.endOnDeployment();
      const early = isOpen ? null : signInAgain(session);
      const answer = session.fetch("/api/x");
      await later();
      await (early ?? signInAgain(session));
      assert.equal((await answer).status, 200);
      assert.equal(session.snapshot.user?.email, USER.email);
    }
  });

  it("rejects where login does, and the request stays open", async () => {
    const { session, answer } = await requestAfterEnd();
    session.answer("login", "invalid-credentials");
    await assert.rejects(signInAgain(session), { code: "invalid-credentials" });
    session.answer("login", null);
    await signInAgain(session);
    assert.equal(await answer, 200);
  });

  it("rejects after a second without a request, with a sentence that says so", async (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const rejection = assert.rejects(signInAgain(createTestSession({ reauthenticate: true })), {
      message: "signInAgain: within 1000 ms the page has not asked for a new sign-in.",
    });
    await Promise.resolve();
    context.mock.timers.tick(1000);
    await rejection;
  });
});
