// Tests of what only the double does: how a test steers it, and what it leaves alone.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it, mock } from "node:test";
import { createTestSession } from "../../../pkg/adapters/testing/testing.js";
import { ALL_CODES } from "../../../pkg/entry/session-error.js";

const codeOf = (promise) =>
  promise.then(
    () => "resolved",
    ({ code }) => code,
  );
const ROLES = [
  { name: "default", rank: 1, label: "Default", description: "" },
  { name: "expert", rank: 2, label: "Expert", description: "" },
];

describe("The double's beginning", () => {
  it("is that no user is signed in, unless a user or features are given", () => {
    assert.equal(createTestSession().snapshot.status, "unauthenticated");
    assert.equal(createTestSession({ user: {} }).snapshot.status, "authenticated");
    assert.equal(createTestSession({ features: [] }).snapshot.status, "authenticated");
    assert.equal(createTestSession({ status: "unknown", features: ["a"] }).snapshot.status, "unknown");
    assert.equal(
      createTestSession({ status: "unauthenticated", user: {} }).snapshot.status,
      "unauthenticated",
    );
  });

  it("is `session.initial`, which gates and readings keep", () => {
    const session = createTestSession({ features: ["a"] });
    const gate = session.gate({ feature: "a" });
    session.signOut();
    assert.deepEqual([gate.initial, gate.value], ["granted", "denied"]);
    assert.equal(session.permissions.reading("a").initial.enabled, true);
    assert.equal(session.initial.status, "authenticated");
  });

  it("takes features as names, as yes or no, and as what a deployment says", () => {
    const limit = { max: 5 };
    const features = { a: true, b: false, c: { enabled: true, limit } };
    const session = createTestSession({ features });
    assert.deepEqual(
      { ...session.permissions.features },
      {
        a: { enabled: true, limit: null },
        b: { enabled: false, limit: null },
        c: { enabled: true, limit: { max: 5 } },
      },
    );
    assert.ok(!Object.isFrozen(limit), "what a test passes in stays its own");
    const inherited = createTestSession({ features: JSON.parse('{"__proto__": true}') });
    assert.equal(inherited.permissions.can("__proto__"), true, "for a deployment might say it");
    assert.equal(inherited.permissions.can("enabled"), false);
  });
});

describe("Steering the double", () => {
  it("does not carry a user's features over to another id", () => {
    const session = createTestSession({ user: { id: 1, name: "Ada" }, features: ["a"] });
    session.signOut();
    session.signIn();
    assert.deepEqual([session.snapshot.user.name, session.permissions.can("a")], ["Ada", true]);
    session.signIn({ id: 2 });
    assert.deepEqual([session.snapshot.user.name, session.permissions.can("a")], ["Test User", false]);
  });

  it("tells of a sign-in, and of another role as a change of permissions alone", () => {
    const session = createTestSession({ features: ["a"] });
    const received = [];
    for (const type of ["signed-in", "signed-out", "permissions-changed"])
      session.addEventListener(type, ({ type }) => received.push(type));
    session.signIn({ userType: "expert" }, ["a", "b"]);
    assert.deepEqual(received.splice(0), ["permissions-changed"]);
    session.signIn({ id: 2 }, ["a", "b"]);
    assert.deepEqual(received.splice(0), ["signed-in"]);
    session.signOut("expired");
    assert.equal(session.snapshot.reason, "expired");
    assert.deepEqual(received, ["signed-out", "permissions-changed"]);
  });

  it("ends a login() that waits where a user signs out", async () => {
    const session = createTestSession({ status: "unauthenticated" });
    for (const [signsOut, code] of [
      [() => session.signOut(), "superseded"],
      [() => session.signOut("ended"), undefined],
    ]) {
      const login = session.login({ email: "a@example.com", password: "p" }).catch(({ code }) => code);
      signsOut();
      const ended = await login;
      assert.equal(ended?.status ? undefined : ended, code);
    }
  });

  it("sets features for the next sign-in, where no user is signed in", () => {
    const session = createTestSession();
    session.setFeatures(["a"]);
    assert.equal(session.permissions.can("a"), false);
    session.signIn();
    assert.equal(session.permissions.can("a"), true);
  });

  it("has the catalogue from the beginning; one that is refused says why", () => {
    const session = createTestSession({ user: { userType: "expert" }, roles: ROLES });
    const gate = session.gate({ atLeast: "default" });
    assert.equal(gate.value, "granted");
    session.answer("roles", "forbidden");
    assert.deepEqual([gate.value, gate.error], ["denied", "forbidden"]);
    session.answer("roles", "network");
    assert.deepEqual([gate.value, gate.error], ["unknown", null]);
    session.answer("roles", null);
    assert.deepEqual([gate.value, gate.error], ["granted", null]);
    session.setRoles([]);
    assert.equal(gate.value, "denied");
    assert.ok(!Object.isFrozen(ROLES));
  });

  it("tells of failures of reads that no call asked for as the real session does", () => {
    const session = createTestSession({ features: ["a"] });
    const failures = [];
    session.addEventListener("revalidation-failed", ({ detail }) => failures.push(detail.error.code));
    session.setStale();
    session.setUnknown("server-error");
    session.setUnknown();
    assert.deepEqual(failures, ["network", "server-error"]);
    assert.deepEqual([session.snapshot.status, session.snapshot.error], ["unknown", null]);
  });

  it("settles when something is known or says why not; it is ready when something is known", async () => {
    const session = createTestSession({ status: "unknown" });
    const order = [];
    session.settled.then(({ error }) => order.push(`settled ${error?.code}`));
    session.ready.then(({ status }) => order.push(`ready ${status}`));
    session.setUnknown("network");
    await Promise.resolve();
    assert.deepEqual(order, ["settled network"]);
    session.signIn();
    await Promise.resolve();
    assert.deepEqual(order, ["settled network", "ready authenticated"]);
  });

  it("ends calls as it is told, with every code, until told otherwise", async () => {
    const session = createTestSession({ features: ["a"] });
    const calls = {
      login: () => session.login({ email: "a", password: "b" }),
      logout: () => session.logout(),
      refresh: () => session.refresh(),
      roles: () => session.roles(),
      "permissions.refresh": () => session.permissions.refresh(),
      "sso.config": () => session.sso.config(),
      "sso.start": () => session.sso.start(),
    };
    for (const [name, call] of Object.entries(calls)) {
      for (const code of ALL_CODES) {
        session.reset();
        session.answer(name, code);
        assert.deepEqual([await codeOf(call()), await codeOf(call())], [code, code], name);
      }
      session.reset();
      session.answer(name, "network");
      session.answer(name, null);
      assert.equal(await codeOf(call()), "resolved", name);
    }
    assert.throws(() => session.answer("login", "wrong-password"), TypeError);
    assert.throws(() => session.answer("close", "network"), TypeError);
    assert.throws(() => session.signOut("signedout"), TypeError);
    await assert.rejects(session.sso.start({ mode: "pop-up" }), TypeError);
    assert.throws(() => session.answer("login", () => {}), TypeError);
  });

  it("answers requests with what the test gives, which sees the whole request", async () => {
    const session = createTestSession({ features: [] });
    session.answer("fetch", async (request) =>
      Response.json({ url: request.url, body: await request.json() }),
    );
    const answer = await session.fetch("/data-api/x?y=1", { method: "POST", body: '{"a":1}' });
    assert.deepEqual(await answer.json(), { url: "http://localhost/data-api/x?y=1", body: { a: 1 } });
    session.answer("fetch", () => new Response(null, { status: 403 }));
    assert.equal((await session.fetch("/api/x")).status, 403);
    session.answer("fetch", null);
    assert.equal((await session.fetch("/api/x")).status, 200);
  });

  it("answers requests with the status behind a code, and refuses a code that they never reject with", async () => {
    const session = createTestSession({ features: [] });
    for (const [code, status] of [
      ["unauthenticated", 401],
      ["forbidden", 403],
      ["not-found", 404],
      ["rate-limited", 429],
      ["server-error", 500],
    ]) {
      session.answer("fetch", code);
      assert.equal((await session.fetch("/api/x")).status, status);
    }
    session.answer("fetch", "network");
    assert.equal(await codeOf(session.fetch("/api/x")), "network");
    for (const code of ["timeout", "invalid-response", "popup-closed"])
      assert.throws(() => session.answer("fetch", code), TypeError);
  });

  it("ends requests with each code that the real one rejects with", async () => {
    const session = createTestSession({ features: [] });
    for (const code of ["network", "aborted", "superseded", "foreign-url", "wasm-unavailable", "closed"]) {
      session.answer("fetch", code);
      assert.equal(await codeOf(session.fetch("/api/x")), code);
    }
  });

  it("signs out twice at once, and supersedes what was asked for as another", async () => {
    const session = createTestSession({ features: ["a"] });
    const codes = (...calls) => Promise.all(calls.map(codeOf));
    assert.deepEqual(await codes(session.logout(), session.logout()), ["resolved", "resolved"]);
    session.signIn();
    const asked = () => [session.roles(), session.permissions.refresh()];
    const superseded = ["superseded", "superseded"];
    assert.deepEqual(await codes(...asked(), session.logout()), [...superseded, "resolved"]);
    session.signIn({ id: 1 });
    const pending = codes(...asked());
    session.signIn({ id: 2 }, ["b"]);
    assert.deepEqual(await pending, superseded);
    assert.deepEqual(await codes(...asked()), ["resolved", "resolved"]);
  });

  it("lets what a listener asks for at a sign-in be the next user's", async () => {
    const session = createTestSession({ status: "unauthenticated", features: ["a"] });
    let asked;
    session.subscribe(({ status }) => {
      if (status === "authenticated") asked ??= codeOf(session.roles());
    });
    session.signOut("ended");
    await session.login({ email: "ada@example.com", password: "p" });
    assert.equal(await asked, "resolved");
  });

  it("signs out all the same where the sign-in that waited for it fails", async () => {
    const session = createTestSession({ features: ["a"] });
    session.answer("login", "invalid-credentials");
    const both = [session.logout(), session.login({ email: "a", password: "b" })];
    assert.deepEqual(await Promise.all(both.map(codeOf)), ["superseded", "invalid-credentials"]);
    await session.refresh();
    assert.deepEqual([session.snapshot.status, session.snapshot.signOutPending], ["unauthenticated", false]);
  });

  it("ends a call that fails even where what shows it throws", async () => {
    let throws = false;
    const session = createTestSession({
      features: ["a"],
      notify(publish) {
        publish();
        if (throws) throw new Error("the test's");
      },
    });
    session.answer("refresh", "network");
    throws = true;
    await assert.rejects(session.refresh(), /the test's/);
  });

  it("gives a sign-out that failed up at a refresh, before that is answered", async () => {
    const session = createTestSession({ features: ["a"] });
    session.answer("logout", "server-error");
    await codeOf(session.logout());
    assert.equal(session.snapshot.signOutPending, true);
    const refreshed = session.refresh();
    assert.deepEqual([session.snapshot.signOutPending, session.snapshot.status], [false, "unknown"]);
    await refreshed;
    assert.equal(session.snapshot.status, "authenticated");
  });

  it("starts single sign-on without leaving; in a popup it signs in", async () => {
    const session = createTestSession({ status: "unauthenticated", features: ["a"] });
    await session.sso.start({ returnUrl: "/reports" });
    assert.equal(session.snapshot.status, "unauthenticated");
    await assert.rejects(session.sso.start({ returnUrl: "//elsewhere" }), { code: "invalid-return-url" });
    await session.sso.start({ mode: "popup" });
    assert.equal(session.permissions.can("a"), true);
  });

  it("offers single sign-on, with a label for the button", async () => {
    const offered = { enabled: true, buttonLabel: "Single sign-on" };
    assert.deepEqual(await createTestSession().sso.config(), offered);
  });

  it("records what was called, in order, without passwords and bodies, frozen", async () => {
    const session = createTestSession();
    await session.login({ email: "ada@example.com", password: "secret" });
    await session.fetch("/api/x", { method: "PUT", body: "secret" });
    await session.sso.start({ returnUrl: "/reports" });
    await session.permissions.refresh();
    await session.logout();
    assert.deepEqual(session.calls, [
      { name: "login", detail: { email: "ada@example.com" } },
      { name: "fetch", detail: { method: "PUT", url: "http://localhost/api/x" } },
      { name: "sso.start", detail: { mode: "redirect", returnUrl: "/reports" } },
      { name: "permissions.refresh" },
      { name: "logout" },
    ]);
    assert.ok(Object.isFrozen(session.calls) && session.calls.every((call) => Object.isFrozen(call)));
    assert.ok(!JSON.stringify(session.calls).includes("secret"));
  });

  it("is as at the beginning after a reset, and who listens goes on listening", async () => {
    const session = createTestSession({ features: ["a"], roles: ROLES });
    const states = [];
    session.gate({ feature: "a" }).subscribe((state) => states.push(state));
    session.signIn({ id: 9 }, ["b"]);
    session.setRoles([]);
    session.answer("refresh", "network");
    await codeOf(session.refresh());
    session.reset();
    assert.deepEqual([session.snapshot.user.id, session.snapshot.stale, session.calls], [1, false, []]);
    assert.equal((await session.roles()).length, 2);
    assert.deepEqual(states, ["granted", "denied", "granted"]);
    assert.equal(await codeOf(session.refresh()), "resolved");

    const double = createTestSession();
    double.signIn({ id: 9 });
    double.signOut("ended");
    double.reset();
    const { key } = double.identity;
    double.signIn({ id: 1 });
    assert.equal(double.identity.key, key, "the last identity is forgotten, too");
  });

  it("publishes within `notify`, once for each change, and not at its creation", async () => {
    const log = [];
    const notify = (publish) => {
      log.push("before");
      publish();
      log.push("after");
    };
    const session = createTestSession({ notify });
    session.subscribe(({ status }) => log.push(status));
    assert.deepEqual(log.splice(0), ["unauthenticated"]);
    session.signIn();
    assert.deepEqual(log.splice(0), ["before", "authenticated", "after"]);
    await session.logout();
    assert.deepEqual(log.filter((entry) => entry === "unauthenticated").length, 2);
    log.length = 0;
    session.close();
    assert.deepEqual(log, ["before", "unknown", "after"]);
  });

  it("stays closed once it is closed", async () => {
    const session = createTestSession({ features: ["a"] });
    session.close();
    session.signIn();
    session.reset();
    assert.deepEqual([session.snapshot.status, session.snapshot.error.code], ["unknown", "closed"]);
    assert.equal(await codeOf(session.refresh()), "closed");
  });
});

describe("The double leaves alone", () => {
  it("the network, timers and WebAssembly", async () => {
    // Node loads a module of its own with its Fetch API.
    assert.ok(new Request("http://localhost") && Response.json({}));
    const touched = [];
    const touch = (name) => () => touched.push(name);
    const timers = ["setTimeout", "setInterval", "requestAnimationFrame"];
    for (const name of [...timers, "fetch"]) globalThis[name] && mock.method(globalThis, name, touch(name));
    mock.method(WebAssembly, "compile", touch("WebAssembly"));
    mock.method(WebAssembly, "instantiate", touch("WebAssembly"));
    try {
      const session = createTestSession({ features: ["a"] });
      await session.fetch("/api/x");
      await session.logout();
      await session.login({ email: "a", password: "b" });
      await codeOf(session.refresh());
      session.close();
    } finally {
      mock.restoreAll();
    }
    assert.deepEqual(touched, []);
  });

  it("what is shipped: no WebAssembly is named in it", () => {
    for (const file of ["testing.js", "testing.cjs"]) {
      const code = readFileSync(new URL(`../../../pkg/dist/${file}`, import.meta.url), "utf8");
      for (const name of ["WebAssembly", "platform_session", "import.meta", "BroadcastChannel"])
        assert.ok(!code.includes(name), `${file} has ${name}`);
    }
  });
});
