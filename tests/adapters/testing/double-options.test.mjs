// The options of a test's session, and the options that are refused.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createTestSession, sessionBody } from "../../../pkg/adapters/testing/testing.js";

/** Returns a value that the types would refuse. */
const any = (value) => /** @type {any} */ (value);
const ROLE = { name: "default", rank: 1, label: "Default", description: "" };

describe("The options of the double", () => {
  it("sign no user in where user is null, and keep the features for the user who signs in later", () => {
    for (const options of [{ user: null }, { user: null, features: ["a"] }]) {
      const session = createTestSession(options);
      assert.deepEqual([session.snapshot.status, session.snapshot.user], ["unauthenticated", null]);
      session.signIn();
      assert.equal(session.permissions.can("a"), "features" in options);
      session.reset();
      assert.equal(session.snapshot.status, "unauthenticated");
    }
    assert.equal(createTestSession({ user: null, status: "unknown" }).snapshot.status, "unknown");
    assert.throws(() => createTestSession({ user: null, status: "authenticated" }), {
      name: "TypeError",
      message: /^user is null/,
    });
    assert.deepEqual(sessionBody({ user: null, features: ["a"] }), { authenticated: false });
  });

  it("answers sets the outcomes of calls from the beginning, and again after reset()", async () => {
    const answers = { refresh: any("network"), fetch: () => Response.json({ of: "Ada" }), login: undefined };
    const session = createTestSession({ user: { name: "Ada" }, answers });
    const assertAnswers = async () => {
      await assert.rejects(session.refresh(), { code: "network" });
      assert.deepEqual(await (await session.fetch("/api/x")).json(), { of: "Ada" });
      await session.login({ email: "ada@example.com", password: "correct" });
    };
    await assertAnswers();
    session.answer("refresh", null);
    await session.refresh();
    session.reset();
    await assertAnswers();
    assert.throws(() => createTestSession({ answers: any({ close: "network" }) }), {
      name: "TypeError",
      message: /^close is no call/,
    });
  });

  it("throw a TypeError that names an unknown member, at every call that takes it", () => {
    const session = createTestSession();
    const company = { id: 1, name: "Works", address: "", city: "", country: "", postalCode: "" };
    for (const [act, member] of /** @type {[(given: any) => unknown, string][]} */ ([
      [() => createTestSession(any({ user: { nam: "A" } })), "user.nam"],
      [() => createTestSession(any({ user: { company: { ...company, town: "" } } })), "user.company.town"],
      [
        () => createTestSession(any({ features: { a: { enabled: true, limits: 3 } } })),
        'features["a"].limits',
      ],
      [() => createTestSession(any({ roles: [ROLE, { ...ROLE, level: 1 }] })), "roles[1].level"],
      [() => session.signIn(any({ nam: "A" })), "user.nam"],
      [() => session.setFeatures(any({ a: { enable: true } })), 'features["a"].enable'],
      [() => session.setRoles(any([{ ...ROLE, level: 1 }])), "roles[0].level"],
      [() => sessionBody(any({ user: { nam: "A" } })), "user.nam"],
    ])) {
      assert.throws(
        act,
        (error) => error instanceof TypeError && error.message.startsWith(`${member} does not exist`),
        member,
      );
    }
    assert.throws(() => sessionBody(any({ users: {} })), { name: "TypeError", message: /^users / });
    assert.throws(() => createTestSession(any({ feature: ["a"] })), {
      name: "TypeError",
      message: /^feature is no option .*\bfeatures\b/,
    });
    assert.equal(session.snapshot.status, "unauthenticated");
    const withCompany = createTestSession({
      user: { company },
      features: { a: { enabled: true, limit: 3 } },
    });
    assert.equal(
      createTestSession({ user: withCompany.snapshot.user }).snapshot.user?.company?.name,
      "Works",
    );
  });

  it("throw a TypeError that names an option of a wrong type", () => {
    const wrong = {
      user: ["ada", 7, true, [], () => {}, { authSource: 7 }, { company: "Works" }, { id: "1" }],
      features: ["chat-history", 7, true, null, [7], [""], { a: "yes" }],
      roles: ["expert", 7, null, {}, ["expert"], [null], [{ ...ROLE, rank: "1" }], [{ ...ROLE, label: 7 }]],
      status: ["signed-in", 7, null, {}],
      notify: ["act", 7, null, {}],
    };
    for (const [name, values] of Object.entries(wrong)) {
      for (const value of values) {
        assert.throws(
          () => createTestSession(/** @type {any} */ ({ [name]: value })),
          (error) =>
            error instanceof TypeError &&
            error.message.includes(name.replace(/s$/, "")) &&
            !/ of (null|undefined)/.test(error.message),
          `${name}: ${JSON.stringify(value)}`,
        );
      }
      assert.doesNotThrow(() => createTestSession({ [name]: undefined }), name);
    }
  });
});
