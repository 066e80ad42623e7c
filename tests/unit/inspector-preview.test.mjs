// A previewable session shows what is chosen in the inspector's panel, and otherwise what the real session shows.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { previewable, previewOf } from "../../pkg/adapters/inspector/previewable.js";
import { createTestSession } from "../../pkg/adapters/testing/testing.js";

const on = { enabled: true };
const off = { enabled: false };
const ROLES = [
  { name: "default", rank: 10, label: "", description: "" },
  { name: "administrator", rank: 100, label: "", description: "" },
];

/**
 * Returns a test session (`session`), its previewable session (`shown`), with the snapshots and events of that, and functions that choose in the
 * panel, reset it, and watch a gate.
 */
function stage(options = {}) {
  const session = createTestSession({
    user: { id: 7, name: "Ada", userType: "default" },
    features: { a: on, b: off },
    roles: ROLES,
    ...options,
  });
  const shown = previewable(session);
  const seen = [];
  shown.subscribe((snapshot) => seen.push(snapshot));
  const events = [];
  for (const type of [
    "signed-in",
    "signed-out",
    "permissions-changed",
    "identity-ended",
    "expiring",
    "revalidation-failed",
  ])
    shown.addEventListener(type, ({ detail }) => events.push([type, detail]));
  const choose = (change) => previewOf(session).choose(change);
  const gate = (conditions) => {
    const states = [];
    const opened = shown.gate(conditions);
    opened.subscribe((state) => states.push(state));
    return { opened, states };
  };
  return { session, shown, seen, events, choose, gate, reset: () => previewOf(session).reset() };
}

const typesOf = (events) => events.map(([type]) => type);

describe("A previewable session", () => {
  it("shows what the real one shows, as it changes", async () => {
    const { session, shown, events, gate } = stage();
    assert.equal(shown.snapshot.user.name, "Ada");
    assert.deepEqual({ ...shown.permissions.features }, { ...session.permissions.features });
    assert.equal((await shown.ready).status, "authenticated");
    const { states } = gate({ feature: "b" });
    session.setFeatures({ a: on, b: on });
    assert.deepEqual(states, ["denied", "granted"]);
    assert.ok(shown.permissions.can("b"));
    session.signOut();
    assert.deepEqual([shown.snapshot.status, shown.snapshot.reason], ["unauthenticated", "signed-out"]);
    session.signIn({ id: 8, name: "Grace" });
    assert.equal(shown.snapshot.user.name, "Grace");
    assert.deepEqual(
      typesOf(events).filter((name) => name.startsWith("signed")),
      ["signed-out", "signed-in"],
    );
  });

  it("is the same for a session and for its previewable session", () => {
    const { session, shown } = stage();
    assert.equal(previewable(session), shown);
    assert.equal(previewable(shown), shown);
    assert.throws(() => previewable({}), /needs a session/);
  });

  it("has the initial state of the real one, for hydration", () => {
    const { session, shown } = stage();
    assert.deepEqual({ ...shown.initial.features }, { ...session.initial.features });
    assert.equal(shown.gate({ feature: "a" }).initial, session.gate({ feature: "a" }).initial);
  });

  it("opens and closes a feature, and notifies no other gate", () => {
    const { choose, gate, shown, events, session } = stage();
    const [a, b, c] = ["a", "b", "c"].map((feature) => gate({ feature }));
    const readings = [];
    shown.permissions.reading("a").subscribe(({ state }) => readings.push(state));
    choose({ features: { a: "absent", c: "on" } });
    assert.deepEqual(
      [a.states, b.states, c.states],
      [["granted", "denied"], ["denied"], ["denied", "granted"]],
    );
    assert.deepEqual(readings, ["granted", "denied"]);
    assert.equal(shown.permissions.get("a"), undefined);
    assert.deepEqual(
      events
        .at(-1)[1]
        .changes.map(({ feature }) => feature)
        .sort(),
      ["a", "c"],
    );
    assert.ok(session.permissions.can("a"), "the real session is unchanged");
    choose({ features: { a: "off" } });
    assert.equal(shown.permissions.get("a").enabled, false);
  });

  it("shows another role, by the real catalogue, and leaves the identity", async () => {
    const { choose, gate, shown, session, events } = stage();
    const { states } = gate({ atLeast: "administrator" });
    await session.roles();
    const { key } = shown.identity;
    choose({ role: "administrator" });
    assert.equal(states.at(-1), "granted");
    assert.equal(shown.atLeast("administrator"), true);
    assert.equal(shown.snapshot.user.userType, "administrator");
    assert.equal(shown.snapshot.user.name, "Ada");
    assert.equal(session.snapshot.user.userType, "default");
    assert.equal(shown.identity.key, key);
    assert.deepEqual(typesOf(events), []);
  });

  it("shows a role where no user is signed in, too", () => {
    const { choose, shown, events } = stage({ user: undefined, features: undefined });
    assert.equal(shown.snapshot.status, "unauthenticated");
    choose({ role: "expert", features: { a: "on" } });
    assert.deepEqual([shown.snapshot.status, shown.snapshot.reason], ["authenticated", null]);
    assert.ok(shown.gate({ feature: "a", atLeast: "expert" }).granted);
    assert.deepEqual(typesOf(events), ["signed-in", "permissions-changed"]);
  });

  // What is chosen, what the snapshot shows then, and the events.
  for (const [show, facts, expectedEvents] of [
    ["signed-out", { status: "unauthenticated", reason: "signed-out", user: null }, ["signed-out"]],
    ["ended", { status: "unauthenticated", reason: "ended", user: null }, ["signed-out"]],
    ["expired", { status: "unauthenticated", reason: "expired", user: null }, ["signed-out"]],
    ["deactivated", { status: "unauthenticated", reason: "deactivated", user: null }, ["signed-out"]],
    ["unknown", { status: "unknown", user: null, signOutPending: false }, ["revalidation-failed"]],
    ["stale", { status: "authenticated", stale: true }, ["revalidation-failed"]],
    ["ending", { status: "authenticated", stale: false }, ["expiring"]],
    ["sign-out-failed", { status: "unknown", signOutPending: true, user: null }, []],
  ]) {
    it(`shows the session as ${show}, and the real one after a reset`, () => {
      const { choose, shown, events, reset, gate, session } = stage();
      const { states } = gate({ feature: "a" });
      const real = shown.snapshot;
      choose({ show });
      for (const [name, value] of Object.entries(facts)) assert.equal(shown.snapshot[name], value, name);
      const isFailing = ["unknown", "stale", "sign-out-failed"].includes(show);
      assert.equal(shown.snapshot.error?.code, isFailing ? "server-error" : undefined);
      assert.equal(Boolean(shown.snapshot.expiresAt > Date.now()), show === "ending");
      const dispatched = typesOf(events).filter((name) => !/changed|identity/.test(name));
      assert.deepEqual(dispatched, expectedEvents);
      assert.equal(shown.permissions.can("a"), shown.snapshot.user !== null);
      assert.equal(session.snapshot.status, "authenticated");
      reset();
      assert.deepEqual({ ...shown.snapshot, features: {} }, { ...real, features: {} });
      assert.equal(states.at(-1), "granted");
    });
  }

  it("ends the identity where a sign-out is shown, before any listener hears of what comes next", () => {
    const { choose, shown, reset } = stage();
    const { signal, key } = shown.identity;
    const order = [];
    shown.addEventListener("identity-ended", ({ detail }) =>
      order.push([detail.key === key, signal.aborted]),
    );
    shown.subscribe(({ status }) => order.push(status));
    order.length = 0;
    choose({ show: "signed-out" });
    assert.deepEqual(order, [[true, true], "unauthenticated"]);
    assert.equal(signal.reason.code, "superseded");
    const next = shown.identity;
    reset();
    assert.equal(shown.identity, next, "the identity without a user becomes that of the next user");
  });

  it("sends requests as the real user, whatever it shows", async () => {
    const { choose, shown, session } = stage();
    choose({ show: "unknown" });
    const answer = new Response(null, { status: 404 });
    session.answer("fetch", () => answer);
    assert.equal((await shown.fetch("/api/x")).status, 404);
    await shown.refresh();
    await shown.permissions.refresh();
    await shown.roles();
    assert.deepEqual(
      session.calls.map(({ name }) => name).filter((name) => name !== "read"),
      ["fetch", "refresh", "permissions.refresh", "roles"],
    );
    assert.equal(shown.snapshot.status, "unknown");
  });

  it("signs out for real, unless a sign-out that fails is shown", async () => {
    const { choose, shown, session, reset } = stage();
    choose({ show: "sign-out-failed" });
    await assert.rejects(shown.logout(), { code: "server-error", status: 503 });
    assert.deepEqual(session.calls, []);
    reset();
    await shown.logout();
    assert.equal(session.snapshot.status, "unauthenticated");
  });

  for (const [what, choice] of [
    ["a role", { role: "administrator" }],
    ["an outage", { show: "unknown" }],
    ["a session that has ended", { show: "ended" }],
  ])
    it(`is signed out after a sign-out in a preview of ${what}, and keeps the chosen features`, async () => {
      const { choose, shown, events, session } = stage();
      choose({ ...choice, features: { c: "on" } });
      const { key } = shown.identity;
      events.length = 0;
      const leaving = shown.logout();
      if (choice.role) assert.equal(shown.snapshot.user, null, "at the call");
      await leaving;
      assert.deepEqual([shown.snapshot.status, shown.snapshot.reason], ["unauthenticated", "signed-out"]);
      assert.deepEqual(previewOf(session).choice().features, { c: "on" });
      assert.ok(typesOf(events).filter((name) => name === "signed-out").length <= 1);
      assert.notEqual(shown.identity.key, key);
    });

  // A stand-in: the user that a preview shows if none is signed in.
  for (const [what, signOut] of [
    ["was never a user", () => {}],
    ["has been a sign-out", (session) => session.signOut()],
  ])
    it(`signs a stand-in out where there ${what}`, async () => {
      const { choose, shown, events, session } = stage({ user: undefined, features: undefined });
      signOut(session);
      choose({ role: "expert" });
      const { signal } = shown.identity;
      events.length = 0;
      await shown.logout();
      assert.equal(shown.snapshot.status, "unauthenticated");
      assert.ok(signal.aborted);
      assert.equal(typesOf(events).filter((name) => name === "signed-out").length, 1);
    });

  it("ends the identity where a stand-in and a user follow one another", () => {
    const { choose, shown, session } = stage({ user: undefined, features: undefined });
    choose({ role: "expert" });
    const ofStandIn = shown.identity;
    session.signIn({ id: 7 });
    assert.deepEqual([shown.snapshot.user.id, ofStandIn.signal.aborted], [7, true]);
    const ofUser = shown.identity;
    session.signOut("ended");
    assert.deepEqual([shown.snapshot.user.id, ofUser.signal.aborted], [0, true]);
  });

  it("shows a user who signs in, also where a signed-out session is previewed", async () => {
    const { choose, shown, events } = stage();
    choose({ show: "signed-out", features: { c: "on" } });
    events.length = 0;
    const snapshot = await shown.login({ email: "a@b", password: "c" });
    assert.equal(snapshot.status, "authenticated");
    assert.equal(shown.snapshot, snapshot);
    assert.deepEqual(typesOf(events), ["signed-in", "permissions-changed"]);
    assert.ok(shown.permissions.can("c"));
  });

  it("closes the real session, and has ended with it", async () => {
    const { shown, session, seen } = stage();
    await shown.ready;
    shown.close();
    assert.equal(session.snapshot.error.code, "closed");
    assert.deepEqual([seen.at(-1).status, seen.at(-1).error.code], ["unknown", "closed"]);
    await assert.rejects(shown.ready, { code: "closed" });
    await assert.rejects(shown.fetch("/api/x"), { code: "closed" });
  });
});
