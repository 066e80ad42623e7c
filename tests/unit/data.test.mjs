// `platform-session/data`: what a data library needs of the session, on the double of
// `platform-session/testing`. With TanStack Query itself: `tests/adapters/tanstack-query.test.mjs`.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { perIdentity, queryClientPerIdentity, retryDelay } from "../../pkg/adapters/data/data.js";
import { orThrow } from "../../pkg/adapters/errors/errors.js";
import { createTestSession } from "../../pkg/adapters/testing/testing.js";
import { createSession as createInertSession } from "../../pkg/entry/inert.js";

const ADA = { id: 1, email: "ada@example.com", name: "Ada" };
const GRACE = { id: 2, email: "grace@example.com", name: "Grace" };
const LONGEST_MS = 2_147_483_647;

describe("retryDelay", () => {
  /** Returns the error of an answer with status 429, and with this `Retry-After` where one is given. */
  const refusal = (retryAfter) => {
    try {
      orThrow(
        new Response(null, {
          status: 429,
          headers: retryAfter === undefined ? {} : { "Retry-After": retryAfter },
        }),
      );
    } catch (error) {
      return error;
    }
    assert.fail("orThrow returned");
  };

  it("doubles from a second to 30 where the deployment asks for no wait", () => {
    const delays = [0, 1, 2, 3, 4, 5, 6, 2000].map((failures) => retryDelay(failures, refusal()));
    assert.deepEqual(delays, [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  });

  it("is as long as the deployment asks for, unless the doubled delay is longer", () => {
    assert.equal(retryDelay(0, refusal("7")), 7000);
    assert.equal(retryDelay(3, refusal("7")), 8000);
    assert.equal(retryDelay(0, refusal("0")), 1000);
    assert.equal(retryDelay(0, refusal("3600")), 3_600_000);
  });

  it("is never too long for a browser's timer, which would then fire at once", () => {
    assert.equal(retryDelay(0, refusal("99999999999")), LONGEST_MS);
    for (const retryAfterMs of [2 ** 31, 1e300, Infinity])
      assert.equal(retryDelay(0, { retryAfterMs }), LONGEST_MS);
  });

  it("is the doubled delay for any other value that is thrown, and never throws", () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const odd = [undefined, null, "7000", 7000, Symbol("no"), () => {}, Object.create(null), proxy];
    const unusable = [Number.NaN, "7000", -1, null, { valueOf: () => 7000 }].map((retryAfterMs) => ({
      retryAfterMs,
    }));
    for (const error of [...odd, ...unusable]) assert.equal(retryDelay(1, error), 2000);
  });
});

describe("perIdentity", () => {
  const session = () => createTestSession({ user: GRACE });
  const clientOf = () => perIdentity(({ identity }) => ({ key: identity.key }));

  it("makes one value for an identity, at the first call", () => {
    let calls = 0;
    const cacheOf = perIdentity(() => ({ number: ++calls }));
    const current = session();
    assert.equal(calls, 0);
    assert.equal(cacheOf(current), cacheOf(current));
    assert.equal(calls, 1);
  });

  it("makes another value for the next user, and for another session", () => {
    const cacheOf = clientOf();
    const current = session();
    const hers = cacheOf(current);
    current.signIn(ADA);
    assert.notEqual(cacheOf(current), hers);
    assert.equal(cacheOf(current).key, current.identity.key);
    assert.notEqual(cacheOf(session()), hers);
  });

  it("makes another value after a sign-out, also for the same user", async () => {
    const cacheOf = clientOf();
    const current = session();
    const hers = cacheOf(current);
    await current.logout();
    current.signIn(GRACE);
    assert.notEqual(cacheOf(current), hers);
  });

  it("keeps the value where the session merely ended, and its user signs in again", () => {
    const cacheOf = clientOf();
    const current = session();
    const hers = cacheOf(current);
    current.signOut("ended");
    assert.equal(cacheOf(current), hers);
    current.signIn(GRACE);
    assert.equal(cacheOf(current), hers);
  });

  it("keeps `undefined` as a value, and tries again after the function has thrown", () => {
    let calls = 0;
    const cacheOf = perIdentity(() => void calls++);
    const current = session();
    cacheOf(current);
    cacheOf(current);
    assert.equal(calls, 1);
    let isDown = true;
    const storeOf = perIdentity(() => {
      if (isDown) throw new Error("down");
      return "store";
    });
    assert.throws(() => storeOf(current), /down/);
    isDown = false;
    assert.equal(storeOf(current), "store");
  });

  it("makes one value for each session of a server", () => {
    const cacheOf = clientOf();
    const [first, second] = [createInertSession(), createInertSession()];
    assert.equal(cacheOf(first), cacheOf(first));
    assert.notEqual(cacheOf(first), cacheOf(second));
  });

  it("throws a TypeError where it is given no function", () => {
    assert.throws(() => perIdentity(/** @type {any} */ ({})), TypeError);
  });
});

describe("queryClientPerIdentity", () => {
  /** Returns `clientOf`, and the arguments of each `refetchQueries()` of its clients. */
  const stage = () => {
    const refetched = [];
    const clientOf = queryClientPerIdentity((queries, session) => ({
      queries,
      session,
      refetchQueries(...given) {
        refetched.push(given);
        return Promise.resolve();
      },
    }));
    return { refetched, clientOf };
  };
  const query = (error = null) => ({ state: { error } });
  /** Returns whether the client refetches the query as the window gets the focus, and as the browser comes online. */
  const refetches = (client, given) => [
    client.queries.refetchOnWindowFocus(given),
    client.queries.refetchOnReconnect(given),
  ];
  const settle = () => new Promise((resolve) => setTimeout(resolve));

  it("passes the session and its defaults to the function that makes the client", () => {
    const { clientOf } = stage();
    const current = createTestSession({ user: GRACE });
    const client = clientOf(current);
    assert.equal(client.session, current);
    const expected = ["refetchOnReconnect", "refetchOnWindowFocus", "retry", "retryDelay"];
    assert.deepEqual(Object.keys(client.queries).sort(), expected);
    assert.equal(client.queries.retryDelay, retryDelay);
    assert.deepEqual(
      [0, 2, 3].map((failures) => client.queries.retry(failures, { retryable: true })),
      [true, true, false],
    );
    assert.equal(client.queries.retry(0, { retryable: false }), false);
  });

  it("takes a class, also one that a build has compiled to a function, and gives it the same defaults", () => {
    function Built(config) {
      this.config = config;
    }
    Built.prototype.refetchQueries = async () => {};
    class Client extends Built {}
    const current = createTestSession({ user: GRACE });
    for (const Class of [Built, Client]) {
      const client = queryClientPerIdentity(Class)(current);
      assert.ok(client instanceof Class);
      assert.deepEqual(Object.keys(client.config), ["defaultOptions"]);
      assert.equal(client.config.defaultOptions.queries.retryDelay, retryDelay);
    }
  });

  it("refetches nothing during `reauthenticate`, and no query that was answered 401", async () => {
    const { clientOf } = stage();
    let decline = () => {};
    const reauthenticate = () => new Promise((_, reject) => (decline = () => reject(new Error("Not now"))));
    const current = createTestSession({ user: GRACE, reauthenticate });
    const client = clientOf(current);
    current.endOnDeployment();
    const answer = current.identity.fetch("/api/roles");
    await settle();
    assert.equal(current.snapshot.reauthenticating, true);
    assert.deepEqual(refetches(client, query()), [false, false]);
    decline();
    assert.equal((await answer).status, 401);
    current.signIn();
    assert.deepEqual(refetches(client, query({ status: 401 })), [false, false]);
    assert.deepEqual(refetches(client, query({ status: 403 })), [true, true]);
    assert.deepEqual(refetches(client, query("no")), [true, true]);
  });

  it("refetches nothing when it shows a user for the first time", async () => {
    const { refetched, clientOf } = stage();
    const current = createTestSession({ user: GRACE });
    current.setUnknown("network");
    clientOf(current);
    current.addEventListener("signed-in", () => assert.fail("signed in"));
    await current.refresh();
    current.setFeatures(["chat-history"]);
    current.setStale();
    assert.equal(current.snapshot.status, "authenticated");
    assert.deepEqual(refetched, []);
  });
});
