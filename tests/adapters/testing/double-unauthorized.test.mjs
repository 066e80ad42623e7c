// Tests of what only the double does with a 401: how a test steers that, and what is recorded. What it shares with a page: `behaviours-of-*.mjs`.

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

/** Makes a session that the deployment has ended; `needs`: why `reauthenticate` was called. */
function ended(reauthenticate, options = {}) {
  const needs = [];
  const session = createTestSession({
    user: { email: CREDENTIALS.email },
    features: ["a"],
    ...options,
    reauthenticate: async (given, need) => {
      needs.push(need.reason);
      await reauthenticate(given, need);
    },
  });
  session.endOnDeployment();
  return { session, needs };
}

describe("endOnDeployment()", () => {
  it("answers every request 401, whatever the test has said, until a user signs in", async () => {
    const session = createTestSession({ features: ["a"] });
    session.answer("fetch", () => Response.json("saved"));
    session.endOnDeployment();
    assert.equal(session.snapshot.status, "authenticated", "the page does not know it yet");
    assert.deepEqual([await codeOf(session.fetch("/api/x")), session.snapshot.reason], [401, "ended"]);
    assert.equal(await codeOf(session.fetch("/api/x")), 401);
    session.signIn();
    assert.equal(await (await session.fetch("/api/x")).json(), "saved");
  });

  it("leaves an outage an outage", async () => {
    const { session, needs } = ended(login);
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

describe("The reauthentication of the double", () => {
  it("serves fifty requests by one call, and repeats each with its body; one call of fetch each is recorded", async () => {
    const { session, needs } = ended(login);
    session.answer("fetch", async (request) => Response.json(await request.text()));
    const bodies = Array.from({ length: 50 }, (_, number) => `draft ${number}`);
    const answers = await Promise.all(
      bodies.map((body) => session.fetch("/api/x", { method: "POST", body })),
    );
    assert.deepEqual(await Promise.all(answers.map((answer) => answer.json())), bodies);
    assert.deepEqual(needs, ["ended"]);
    assert.equal(session.calls.filter(({ name }) => name === "fetch").length, 50);
  });

  it("is none for the page's own credentials, and for a body that can be sent only once", async () => {
    const { session, needs } = ended(login);
    const headers = { authorization: "Basic x" };
    const body = new Blob(["draft"]).stream();
    assert.equal(await codeOf(session.fetch("/api/x", { headers })), 401);
    assert.equal(session.snapshot.reason, "ended", "the session is read all the same");
    const streamed = /** @type {RequestInit} */ ({ method: "POST", body, duplex: "half" });
    assert.equal(await codeOf(session.fetch("/api/x", streamed)), 401);
    assert.deepEqual(needs, []);
  });

  it("is shown in one publication with the end, and not without a cause", async () => {
    const seen = [];
    let isOpen = false;
    const notify = (publish) => {
      publish();
      const { status, reauthenticating } = session.snapshot;
      if (isOpen) seen.push(`${status} ${reauthenticating}`);
    };
    const { session } = ended((given) => given.login(CREDENTIALS), { notify });
    isOpen = true;
    await session.fetch("/api/x");
    assert.deepEqual(seen, ["unauthenticated true", "authenticated true", "authenticated false"]);
    seen.length = 0;
    const plain = createTestSession({ features: [], notify: () => seen.push("published") });
    plain.answer("fetch", "unauthenticated");
    await plain.fetch("/api/x");
    assert.deepEqual(seen, []);
  });

  it("is over where the test signs the user in, or another one", async () => {
    const reauthentication = createReauthentication();
    const { session } = ended(reauthentication.reauthenticate);
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

  it("takes single sign-on in a window, and a window that is closed", async () => {
    const reauthentication = createReauthentication();
    const { session } = ended(reauthentication.reauthenticate);
    const saved = codeOf(session.fetch("/api/x"));
    await later();
    session.answer("sso.start", "popup-closed");
    assert.equal(await codeOf(reauthentication.value.startSso()), "popup-closed");
    session.answer("sso.start", null);
    await reauthentication.value.startSso();
    assert.equal(await saved, 200);
  });

  it("ends with reset() and close(), and what waited with it; a late answer of it counts no more", async () => {
    for (const [end, code] of [
      [(session) => session.reset(), "aborted"],
      [(session) => session.close(), "closed"],
    ]) {
      let resolve;
      const { session } = ended(() => new Promise((resolved) => (resolve = resolved)));
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

  it("supersedes a request with keepalive that waits, at a sign-out", async () => {
    const { session } = ended(() => new Promise(() => {}));
    const saved = codeOf(session.fetch("/api/x", { keepalive: true }));
    await later();
    session.signOut();
    assert.equal(await saved, "superseded");
  });

  it("goes on where the only request that waited was aborted", async () => {
    const { session } = ended(async (given) => {
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

  it("is not for a request that was sent before one that failed", async () => {
    let reject;
    const { session, needs } = ended(() => new Promise((_, rejected) => (reject = rejected)));
    session.signIn();
    let answer;
    session.answer("fetch", () => new Promise((resolve) => (answer = resolve)));
    const late = codeOf(session.fetch("/api/late"));
    await later();
    session.endOnDeployment();
    const early = codeOf(session.fetch("/api/early"));
    await later();
    reject(new Error("given up"));
    assert.equal(await early, 401);
    answer(Response.json({}, { status: 401 }));
    assert.deepEqual([await late, needs], [401, ["ended"]]);
  });

  it("ends requests with the failure of the read that follows it", async () => {
    const { session } = ended(async () => session.answer("refresh", "server-error"));
    const failures = [];
    session.addEventListener("revalidation-failed", ({ detail }) => failures.push(detail.error.call));
    assert.equal(await codeOf(session.fetch("/api/x")), "server-error");
    assert.deepEqual([failures, session.snapshot.stale], [["read"], true]);
  });

  it("follows an account that was deactivated, too", async () => {
    const { session, needs } = ended(() => Promise.reject(new Error("given up")));
    session.answer("refresh", "account-deactivated");
    assert.equal(await codeOf(session.fetch("/api/x")), 401);
    assert.deepEqual([session.snapshot.reason, needs], ["deactivated", ["ended"]]);
  });

  it("leaves no request without an end where what shows it throws", async () => {
    let throws = false;
    const notify = (publish) => {
      publish();
      if (throws) throw new Error("the test's");
    };
    const { session, needs } = ended(login, { notify });
    throws = true;
    const requests = [session.fetch("/api/x"), session.fetch("/api/y")];
    for (const { reason } of await Promise.allSettled(requests)) assert.equal(reason?.message, "the test's");
    throws = false;
    await later();
    assert.deepEqual([needs, session.snapshot.reauthenticating], [["ended"], false]);
  });
});

describe("setExpiring()", () => {
  it("says that the session ends in five minutes, or when the test says", () => {
    const session = createTestSession({ features: [] });
    const told = [];
    session.addEventListener("expiring", ({ detail }) => told.push(detail.expiresAt));
    session.setExpiring();
    const { expiring, expiresAt } = session.snapshot;
    assert.equal(expiring, true);
    assert.ok(Math.abs(expiresAt - Date.now() - 300_000) < 5_000);
    session.setExpiring(7);
    assert.deepEqual([told, session.snapshot.expiresAt], [[expiresAt, 7], 7]);
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

  it("refuses what is no time, and a session without a user", () => {
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
