// The journal: what a page shows before its engine runs, and which events of that time are passed to the engine.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MESSAGES } from "../../pkg/entry/boundary.js";
import { readHandedOver } from "../../pkg/entry/initial.js";
import {
  ADA,
  bodyOf,
  dispatch,
  GRACE,
  initialOf,
  page,
  receive,
  SIGNED_OUT,
  stage,
  wait,
} from "./link-stage.mjs";

describe("What happens before the engine", () => {
  it("is passed to the engine in order, each event with its age, once the engine is loaded", async (test) => {
    let clock = 0;
    test.mock.method(performance, "now", () => clock);
    test.mock.method(Date, "now", () => 0);
    const s = stage();
    clock = 10;
    s.call(1, "roles");
    clock = 20;
    dispatch("focus");
    clock = 30;
    page.reads[0].answer(bodyOf(ADA));
    await wait();
    clock = 40;
    s.call(2, "refresh");
    clock = 50;
    receive("changed");
    clock = 60;
    await s.load();
    assert.deepEqual(s.engineCalls(), [
      "begin",
      "ask roles 1 false",
      "handleEvent focused 0",
      "answered",
      "ask refresh 2 false",
      "handleEvent changed 0",
      "run",
    ]);
    const ages = s.calls.slice(1, -1).map((parts) => (parts[0] === "answered" ? parts[4] : parts.at(-1)));
    const [, , , begun] = s.calls[0];
    assert.deepEqual([begun.ageMs, ...ages], [60, 50, 40, 30, 20, 10]);
    assert.deepEqual(s.users(), [ADA]);
  });

  it("has its age by the clock that ran further: one clock stands still while the computer sleeps", async (test) => {
    const s = stage(initialOf(ADA));
    dispatch("focus");
    const SLEPT_MS = 8 * 3_600_000;
    const { now } = Date;
    test.mock.method(Date, "now", () => now() + SLEPT_MS);
    await s.load();
    const [begun, focused] = [s.calls[0][3].ageMs, s.calls[1].at(-1)];
    for (const age of [begun, focused]) assert.ok(age >= SLEPT_MS && age < SLEPT_MS + 60_000, `${age}`);
  });

  it("rejects an aborted call at once, and passes the call and its abort to the engine", async () => {
    const s = stage();
    s.call(1, "fetch");
    s.link.abort(1);
    assert.deepEqual(s.refused(), ["1 aborted"]);
    await s.load();
    assert.deepEqual(s.engineCalls(), ["begin", "ask fetch 1 false", "ask abort 1 false", "run"]);
  });
});

describe("The first answer", () => {
  const outdating = {
    "a sign-in": (s) => s.call(1, "login"),
    "a sign-out": (s) => s.call(1, "logout"),
    ...Object.fromEntries(MESSAGES.map((message) => [`another tab's ${message}`, () => receive(message)])),
    "the way into the cache": () => dispatch("pagehide"),
    "a return from the cache": () => dispatch("pageshow"),
  };
  const harmless = {
    "a request": (s) => s.call(1, "fetch"),
    "a refresh": (s) => s.call(1, "refresh"),
    focus: () => dispatch("focus"),
    "an outage": () => dispatch("offline"),
  };
  for (const [what, happen] of Object.entries({ ...outdating, ...harmless }))
    it(`is ${what in harmless ? "shown" : "left to the engine"} after ${what}`, async () => {
      const s = stage();
      happen(s);
      page.reads[0].answer(bodyOf(ADA));
      await wait();
      await s.load();
      assert.deepEqual(
        [s.users().includes(ADA), s.engineCalls().includes("answered")],
        [what in harmless, what in harmless],
      );
    });

  it("is left to the engine after a sign-in that was aborted before the answer or since", async () => {
    for (const isBefore of [true, false]) {
      page.reads.length = 0;
      const s = stage(initialOf(ADA));
      s.call(1, "login");
      if (isBefore) s.link.abort(1);
      page.reads[0].answer(bodyOf(GRACE));
      await wait();
      if (!isBefore) s.link.abort(1);
      await s.load();
      assert.deepEqual(
        [s.users(), s.engineCalls()],
        [[ADA], ["begin", "ask login 1 false", "ask abort 1 false", "run"]],
      );
    }
  });

  it("is lost where it is no response, and where the request fails", async () => {
    for (const answer of [Promise.reject(new TypeError()), Promise.resolve({ status: 200 })]) {
      const s = stage(undefined, true, answer);
      await wait();
      await s.load();
      assert.deepEqual([s.engineCalls(), s.users()], [["begin", "lost 1 false", "run"], []]);
    }
  });

  it("begins another identity where it is about another user than `initial`, and only there", async () => {
    for (const [user, identity] of [
      [ADA, 0],
      [GRACE, 1],
    ]) {
      page.reads.length = 0;
      const s = stage(initialOf(ADA));
      page.reads[0].answer(bodyOf(user));
      await wait();
      assert.deepEqual(
        s.publications().map((publication) => [publication.user.id, publication.identity]),
        [
          [ADA, 0],
          [user, identity],
        ],
      );
    }
  });
});

describe("What is shown before the engine", () => {
  for (const [what, happen, shown, identity] of [
    ["hidden by a sign-out", (s) => s.call(1, "logout"), { ...SIGNED_OUT, signOutPending: true }, 1],
    [
      "hidden by another tab's sign-out",
      () => receive("signed-out:7"),
      { ...SIGNED_OUT, signOutPending: false },
      1,
    ],
    ["hidden on the way into the cache", () => dispatch("pagehide"), { status: "unknown", reason: null }, 0],
    ["left as it is by a sign-in", (s) => s.call(1, "login")],
    ["left as it is by another tab's sign-in", () => receive("signed-in")],
    ["left as it is by a return from the cache", () => dispatch("pageshow")],
  ])
    it(`is ${what}`, () => {
      const s = stage(initialOf(ADA));
      happen(s);
      const [, after, ...more] = s.publications();
      assert.deepEqual(more, []);
      if (!shown) return assert.equal(after, undefined);
      assert.equal(after.identity, identity);
      for (const [name, value] of Object.entries(shown)) assert.equal(after[name], value, name);
    });
});

describe("What a server read", () => {
  it("is shown as ended where the first read finds no user; a reason that a server gave stays", async () => {
    const signedOut = { authenticated: false, reason: "deactivated" };
    for (const [initial, reason] of [
      [initialOf(ADA), "ended"],
      [readHandedOver(signedOut), "deactivated"],
    ]) {
      const s = stage(initial);
      page.reads.at(-1).answer({ authenticated: false });
      await wait();
      assert.equal(s.publications().at(-1).reason, reason);
    }
  });

  it("is not shown by a later session of a page where its user has signed out", async () => {
    for (const [signsOut, shown] of [
      [(s) => s.call(1, "logout"), []],
      // This sign-out is not known to be over.
      [() => receive("signed-out:7"), ["unauthenticated"]],
      [() => {}, [ADA]],
    ]) {
      const s = stage(initialOf(ADA));
      signsOut(s);
      await wait();
      s.link.close();
      for (const { answer } of page.signOuts) answer({ success: true });
      await wait();
      const next = stage(initialOf(ADA), true, undefined, s.origin);
      assert.deepEqual(next.users(), shown);
    }
  });
});
