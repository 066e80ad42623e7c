// What only the double has: the calls by which a test changes it, and what it must not touch.

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

describe("The first state of the double", () => {
  it("has no user, unless the options have a user or features", () => {
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

  it("takes features as a list of names, as booleans, and as a deployment sends them", () => {
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
    assert.ok(!Object.isFrozen(limit), "the test's own object is not frozen");
    const inherited = createTestSession({ features: JSON.parse('{"__proto__": true}') });
    assert.equal(inherited.permissions.can("__proto__"), true, "as a deployment may send that name");
    assert.equal(inherited.permissions.can("enabled"), false);
  });
});

describe("The calls of the double", () => {
  it("does not carry a user's features over to another id", () => {
    const session = createTestSession({ user: { id: 1, name: "Ada" }, features: ["a"] });
    session.signOut();
    session.signIn();
    assert.deepEqual([session.snapshot.user.name, session.permissions.can("a")], ["Ada", true]);
    session.signIn({ id: 2 });
    assert.deepEqual([session.snapshot.user.name, session.permissions.can("a")], ["Test User", false]);
  });

  it("signIn() fires signed-in for another user, and for another role permissions-changed only", () => {
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

  it("signOut() supersedes a login() under way, but not where the session ended by itself", async () => {
    const session = createTestSession({ status: "unauthenticated" });
    for (const [signsOut, code] of [
      [() => session.signOut(), "superseded"],
      [() => session.signOut("ended"), undefined],
    ]) {
      const login = session.login({ email: "a@example.com", password: "p" }).catch(({ code }) => code);
      signsOut();
      const outcome = await login;
      assert.equal(outcome?.status ? undefined : outcome, code);
    }
  });

  it("setFeatures() without a user counts for the next sign-in", () => {
    const session = createTestSession();
    session.setFeatures(["a"]);
    assert.equal(session.permissions.can("a"), false);
    session.signIn();
    assert.equal(session.permissions.can("a"), true);
  });

  it("knows the role catalogue from the beginning, and a gate says why it was refused", () => {
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

  it("setStale() and setUnknown() fire revalidation-failed, as a failed read does", () => {
    const session = createTestSession({ features: ["a"] });
    const failures = [];
    session.addEventListener("revalidation-failed", ({ detail }) => failures.push(detail.error.code));
    session.setStale();
    session.setUnknown("server-error");
    session.setUnknown();
    assert.deepEqual(failures, ["network", "server-error"]);
    assert.deepEqual([session.snapshot.status, session.snapshot.error], ["unknown", null]);
  });

  it("is settled when the session is known or has failed, and ready when it is known", async () => {
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

  it("answer() sets the outcome of each call, to every code, until it is set again", async () => {
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

  it('answer("fetch") takes a function of the whole request', async () => {
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

  it('answer("fetch") turns a code into its status, and throws for a code that fetch() never rejects with', async () => {
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

  it('answer("fetch") takes each code that the real fetch() rejects with', async () => {
    const session = createTestSession({ features: [] });
    for (const code of ["network", "aborted", "superseded", "foreign-url", "wasm-unavailable", "closed"]) {
      session.answer("fetch", code);
      assert.equal(await codeOf(session.fetch("/api/x")), code);
    }
  });

  it("takes two sign-outs at once, and supersedes the calls of the last user", async () => {
    const session = createTestSession({ features: ["a"] });
    const codes = (...calls) => Promise.all(calls.map(codeOf));
    assert.deepEqual(await codes(session.logout(), session.logout()), ["resolved", "resolved"]);
    session.signIn();
    const callBoth = () => [session.roles(), session.permissions.refresh()];
    const superseded = ["superseded", "superseded"];
    assert.deepEqual(await codes(...callBoth(), session.logout()), [...superseded, "resolved"]);
    session.signIn({ id: 1 });
    const pending = codes(...callBoth());
    session.signIn({ id: 2 }, ["b"]);
    assert.deepEqual(await pending, superseded);
    assert.deepEqual(await codes(...callBoth()), ["resolved", "resolved"]);
  });

  it("does not supersede a call that a listener makes at the sign-in", async () => {
    const session = createTestSession({ status: "unauthenticated", features: ["a"] });
    let roles;
    session.subscribe(({ status }) => {
      if (status === "authenticated") roles ??= codeOf(session.roles());
    });
    session.signOut("ended");
    await session.login({ email: "ada@example.com", password: "p" });
    assert.equal(await roles, "resolved");
  });

  it("completes a sign-out even where the sign-in that superseded it fails", async () => {
    const session = createTestSession({ features: ["a"] });
    session.answer("login", "invalid-credentials");
    const both = [session.logout(), session.login({ email: "a", password: "b" })];
    assert.deepEqual(await Promise.all(both.map(codeOf)), ["superseded", "invalid-credentials"]);
    await session.refresh();
    assert.deepEqual([session.snapshot.status, session.snapshot.signOutPending], ["unauthenticated", false]);
  });

  it("ends a failing call even where notify throws", async () => {
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

  it("refresh() gives a failed sign-out up, before its own answer comes", async () => {
    const session = createTestSession({ features: ["a"] });
    session.answer("logout", "server-error");
    await codeOf(session.logout());
    assert.equal(session.snapshot.signOutPending, true);
    const refreshed = session.refresh();
    assert.deepEqual([session.snapshot.signOutPending, session.snapshot.status], [false, "unknown"]);
    await refreshed;
    assert.equal(session.snapshot.status, "authenticated");
  });

  it("sso.start() leads nowhere, and with mode popup signs in", async () => {
    const session = createTestSession({ status: "unauthenticated", features: ["a"] });
    await session.sso.start({ returnUrl: "/reports" });
    assert.equal(session.snapshot.status, "unauthenticated");
    await assert.rejects(session.sso.start({ returnUrl: "//elsewhere" }), { code: "invalid-return-url" });
    await session.sso.start({ mode: "popup" });
    assert.equal(session.permissions.can("a"), true);
  });

  it("sso.config() offers single sign-on, with a label for the button", async () => {
    const offered = { enabled: true, buttonLabel: "Single sign-on" };
    assert.deepEqual(await createTestSession().sso.config(), offered);
  });

  it("records the calls in order, frozen, without passwords and bodies", async () => {
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

  it("reset() returns to the first state, and keeps the listeners", async () => {
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
    assert.equal(double.identity.key, key, "the last identity does not count, either");
  });

  it("publishes each change once, within `notify`, and nothing at its creation", async () => {
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

describe("The double does not touch", () => {
  it("the network, timers and WebAssembly", async () => {
    // The first use of Node's Fetch API loads WebAssembly: this must come before the mocks.
    assert.ok(new Request("http://localhost") && Response.json({}));
    const touchedNames = [];
    const touch = (name) => () => touchedNames.push(name);
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
    assert.deepEqual(touchedNames, []);
  });

  it("WebAssembly, which the shipped file does not name", () => {
    for (const file of ["testing.js", "testing.cjs"]) {
      const code = readFileSync(new URL(`../../../pkg/dist/${file}`, import.meta.url), "utf8");
      for (const name of ["WebAssembly", "platform_session", "import.meta", "BroadcastChannel"])
        assert.ok(!code.includes(name), `${file} has ${name}`);
    }
  });
});
