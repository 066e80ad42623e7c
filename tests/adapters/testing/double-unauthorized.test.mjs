// The double and a 401: how a test makes one, and which calls are recorded. Behaviours that it shares with the real session: `behaviours-of-*.mjs`.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createReauthentication } from "../../../pkg/adapters/reauthentication/reauthentication.js";
import { createTestSession } from "../../../pkg/adapters/testing/testing.js";

const CREDENTIALS = { email: "ada@example.com", password: "p" };
const codeOf = (promise) =>
  promise.then(
    ({ status } = {}) => status ?? "resolved",
    ({ code }) => code,
  );
const later = () => new Promise((resolve) => setTimeout(resolve));
const login = (session) => session.login(CREDENTIALS);

/** Makes a session that has ended on the deployment. `needs` lists the reasons with which `reauthenticate` was called. */
function endedSession(reauthenticate, options = {}) {
  const needs = [];
  const session = createTestSession({
    user: { email: CREDENTIALS.email },
    features: ["a"],
    ...options,
    reauthenticate: async (within, need) => {
      needs.push(need.reason);
      await reauthenticate(within, need);
    },
  });
  session.endOnDeployment();
  return { session, needs };
}

describe("endOnDeployment()", () => {
  it("answers every request with 401, even with an answer of the test's, until a user signs in", async () => {
    const session = createTestSession({ features: ["a"] });
    session.answer("fetch", () => Response.json("saved"));
    session.endOnDeployment();
    assert.equal(session.snapshot.status, "authenticated", "the page does not know it yet");
    assert.deepEqual([await codeOf(session.fetch("/api/x")), session.snapshot.reason], [401, "ended"]);
    assert.equal(await codeOf(session.fetch("/api/x")), 401);
    session.signIn();
    assert.equal(await (await session.fetch("/api/x")).json(), "saved");
  });

  it("does not change calls that fail by an answer of the test's", async () => {
    const { session, needs } = endedSession(login);
    session.answer("fetch", "network");
    session.answer("roles", "server-error");
    assert.equal(await codeOf(session.fetch("/api/x")), "network");
    assert.equal(await codeOf(session.roles()), "server-error");
    assert.deepEqual([session.snapshot.status, needs], ["authenticated", []]);
  });

  it("is undone by reset()", async () => {
    const session = createTestSession({ features: ["a"] });
    session.endOnDeployment();
    session.reset();
    assert.equal(await codeOf(session.fetch("/api/x")), 200);
    assert.equal((await session.refresh()).status, "authenticated");
  });
});

describe("The double's call of reauthenticate", () => {
  it("is one for fifty requests, each of which is repeated with its body and recorded once", async () => {
    const { session, needs } = endedSession(login);
    session.answer("fetch", async (request) => Response.json(await request.text()));
    const bodies = Array.from({ length: 50 }, (_, number) => `draft ${number}`);
    const answers = await Promise.all(
      bodies.map((body) => session.fetch("/api/x", { method: "POST", body })),
    );
    assert.deepEqual(await Promise.all(answers.map((answer) => answer.json())), bodies);
    assert.deepEqual(needs, ["ended"]);
    assert.equal(session.calls.filter(({ name }) => name === "fetch").length, 50);
  });

  it("does not happen for a request with credentials of its own, or with a body that can be sent only once", async () => {
    const { session, needs } = endedSession(login);
    const headers = { authorization: "Basic x" };
    const body = new Blob(["draft"]).stream();
    assert.equal(await codeOf(session.fetch("/api/x", { headers })), 401);
    assert.equal(session.snapshot.reason, "ended", "the session is read after the 401");
    const streamed = /** @type {RequestInit} */ ({ method: "POST", body, duplex: "half" });
    assert.equal(await codeOf(session.fetch("/api/x", streamed)), 401);
    assert.deepEqual(needs, []);
  });

  it("is published together with the session's end, and a 401 without an end publishes nothing", async () => {
    const seen = [];
    let isOpen = false;
    const notify = (publish) => {
      publish();
      const { status, reauthenticating } = session.snapshot;
      if (isOpen) seen.push(`${status} ${reauthenticating}`);
    };
    const { session } = endedSession((given) => given.login(CREDENTIALS), { notify });
    isOpen = true;
    await session.fetch("/api/x");
    assert.deepEqual(seen, ["unauthenticated true", "authenticated true", "authenticated false"]);
    seen.length = 0;
    const plain = createTestSession({ features: [], notify: () => seen.push("published") });
    plain.answer("fetch", "unauthenticated");
    await plain.fetch("/api/x");
    assert.deepEqual(seen, []);
  });

  it("ends where the test signs the same or another user in", async () => {
    const reauthentication = createReauthentication();
    const { session } = endedSession(reauthentication.reauthenticate);
    for (const [id, outcome] of [
      [1, 200],
      [2, "superseded"],
    ]) {
      session.endOnDeployment();
      const saved = codeOf(session.fetch("/api/x"));
      await later();
      assert.equal(reauthentication.value?.reason, "ended");
      session.signIn({ id });
      assert.equal(await saved, outcome);
      assert.deepEqual([reauthentication.value, session.snapshot.reauthenticating], [null, false]);
    }
  });

  it("goes on after a sign-in window that was closed, and ends with single sign-on in one", async () => {
    const reauthentication = createReauthentication();
    const { session } = endedSession(reauthentication.reauthenticate);
    const saved = codeOf(session.fetch("/api/x"));
    await later();
    session.answer("sso.start", "popup-closed");
    assert.equal(await codeOf(reauthentication.value.startSso()), "popup-closed");
    session.answer("sso.start", null);
    await reauthentication.value.startSso();
    assert.equal(await saved, 200);
  });

  it("ends with reset() and close(), as do the requests that wait; its late outcome changes nothing", async () => {
    for (const [end, code] of [
      [(session) => session.reset(), "aborted"],
      [(session) => session.close(), "closed"],
    ]) {
      let resolve;
      const { session } = endedSession(() => new Promise((resolved) => (resolve = resolved)));
      const saved = codeOf(session.fetch("/api/x", { keepalive: true }));
      await later();
      assert.equal(session.snapshot.reauthenticating, true);
      end(session);
      assert.deepEqual([await saved, session.snapshot.reauthenticating], [code, false]);
      const before = session.snapshot;
      resolve();
      await later();
      assert.equal(session.snapshot, before);
    }
  });

  it("ends at a sign-out, which supersedes even a waiting request with keepalive", async () => {
    const { session } = endedSession(() => new Promise(() => {}));
    const saved = codeOf(session.fetch("/api/x", { keepalive: true }));
    await later();
    session.signOut();
    assert.equal(await saved, "superseded");
  });

  it("goes on where the only waiting request is aborted", async () => {
    const { session } = endedSession(async (given) => {
      await later();
      await later();
      await given.login(CREDENTIALS);
    });
    const abort = new AbortController();
    const saved = codeOf(session.fetch("/api/x", { signal: abort.signal }));
    await later();
    abort.abort();
    assert.equal(await saved, "aborted");
    assert.equal(session.snapshot.reauthenticating, true);
    await later();
    await later();
    assert.deepEqual([session.snapshot.status, session.snapshot.reauthenticating], ["authenticated", false]);
  });

  it("does not happen again for a request that was sent before it failed", async () => {
    let reject;
    const { session, needs } = endedSession(() => new Promise((_, rejected) => (reject = rejected)));
    session.signIn();
    let answer;
    session.answer("fetch", () => new Promise((resolve) => (answer = resolve)));
    const lateAnswer = codeOf(session.fetch("/api/late"));
    await later();
    session.endOnDeployment();
    const early = codeOf(session.fetch("/api/early"));
    await later();
    reject(new Error("given up"));
    assert.equal(await early, 401);
    answer(Response.json({}, { status: 401 }));
    assert.deepEqual([await lateAnswer, needs], [401, ["ended"]]);
  });

  it("is followed by a read, whose failure the requests get", async () => {
    const { session } = endedSession(async () => session.answer("refresh", "server-error"));
    const failures = [];
    session.addEventListener("revalidation-failed", ({ detail }) => failures.push(detail.error.call));
    assert.equal(await codeOf(session.fetch("/api/x")), "server-error");
    assert.deepEqual([failures, session.snapshot.stale], [["read"], true]);
  });

  it("also happens where the account was deactivated", async () => {
    const { session, needs } = endedSession(() => Promise.reject(new Error("given up")));
    session.answer("refresh", "account-deactivated");
    assert.equal(await codeOf(session.fetch("/api/x")), 401);
    assert.deepEqual([session.snapshot.reason, needs], ["deactivated", ["ended"]]);
  });

  it("ends all requests even where notify throws", async () => {
    let throws = false;
    const notify = (publish) => {
      publish();
      if (throws) throw new Error("the test's");
    };
    const { session, needs } = endedSession(login, { notify });
    throws = true;
    const requests = [session.fetch("/api/x"), session.fetch("/api/y")];
    for (const { reason } of await Promise.allSettled(requests)) assert.equal(reason?.message, "the test's");
    throws = false;
    await later();
    assert.deepEqual([needs, session.snapshot.reauthenticating], [["ended"], false]);
  });
});

describe("setExpiring()", () => {
  it("makes the session end in five minutes, or at the given time", () => {
    const session = createTestSession({ features: [] });
    const announced = [];
    session.addEventListener("expiring", ({ detail }) => announced.push(detail.expiresAt));
    session.setExpiring();
    const { expiring, expiresAt } = session.snapshot;
    assert.equal(expiring, true);
    assert.ok(Math.abs(expiresAt - Date.now() - 300_000) < 5_000);
    session.setExpiring(7);
    assert.deepEqual([announced, session.snapshot.expiresAt], [[expiresAt, 7], 7]);
  });

  it("lasts until the session is renewed or has ended", async () => {
    for (const end of [
      (session) => session.login(CREDENTIALS),
      (session) => session.signIn(),
      (session) => session.signOut("expired"),
      (session) => session.setUnknown(),
      (session) => session.close(),
    ]) {
      const session = createTestSession({ features: ["a"] });
      session.setExpiring();
      session.setFeatures(["a", "b"]);
      await session.refresh();
      session.setStale();
      assert.equal(session.snapshot.expiring, true);
      await end(session);
      assert.equal(session.snapshot.expiring, false, String(end));
    }
  });

  it("throws for a value that is no time, and for a session without a user", () => {
    const session = createTestSession({ features: [] });
    for (const wrong of ["soon", Number.NaN, null, new Date()])
      assert.throws(() => session.setExpiring(/** @type {any} */ (wrong)), {
        name: "TypeError",
        message: /^expiresAt/,
      });
    assert.throws(() => createTestSession().setExpiring(), TypeError);
    assert.equal(session.snapshot.expiring, false);
  });
});
