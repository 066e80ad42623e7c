import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { readFirstAnswer, readHandedOver, readInitial } from "../../pkg/entry/initial.js";
import { NO_FEATURES, UNKNOWN } from "../../pkg/entry/snapshot.js";

/** The engine meets the same cases in `tests/e2e/faults/answers.test.mjs`. */
const CASES = JSON.parse(readFileSync(new URL("../cases/session-bodies.json", import.meta.url), "utf8"));

const session = (permissions = {}) => ({
  authenticated: true,
  user: { id: 7, email: "ada@example.com", name: "Ada", userType: "default", permissions },
});

describe("A session body, before the WebAssembly is loaded", () => {
  for (const { name, text, body, verdict, user, features } of CASES) {
    it(`${verdict}: ${name}`, () => {
      const publication = readInitial(text === undefined ? body : JSON.parse(text));
      if (verdict === "invalid") return assert.equal(publication, null);
      const { features: listed, content, ...shown } = publication;
      const { status, user: noUser, features: closed, ...facts } = UNKNOWN;
      if (verdict === "unauthenticated") {
        assert.deepEqual(shown, { ...facts, status: "unauthenticated", reason: "no-session", user: noUser });
        assert.equal(listed, NO_FEATURES);
        return;
      }
      assert.equal(verdict, "authenticated");
      assert.deepEqual(content, { user: { ...user, company: null } });
      assert.deepEqual(shown, { ...facts, ...content, status: "authenticated" });
      assert.deepEqual(Object.entries(listed), Object.entries(features));
    });
  }

  it("is compared with enough cases of each verdict", () => {
    const count = (verdict) => CASES.filter((body) => body.verdict === verdict).length;
    assert.ok(count("authenticated") >= 20 && count("unauthenticated") >= 2 && count("invalid") >= 40);
  });

  it("takes nothing from `Object.prototype`", () => {
    const polluted = { authenticated: true, user: session().user, enabled: true, permissions: {}, id: 7 };
    try {
      Object.assign(Object.prototype, polluted);
      assert.equal(readInitial({}), null);
      assert.equal(readInitial({ authenticated: true }), null);
      assert.equal(readInitial(session({ closed: {} })).features, NO_FEATURES);
      const { id, ...user } = session().user;
      assert.equal(readInitial({ authenticated: true, user }), null, `without its own id, ${id}`);
    } finally {
      for (const name of Object.keys(polluted)) delete Object.prototype[name];
    }
  });

  it("is copied: what is published shares no object with the body", () => {
    const limit = { per: { day: 5 } };
    const body = session({ a: { enabled: true, limit } });
    const { features, user } = readInitial(body);
    assert.notEqual(user, body.user);
    assert.ok(Object.isFrozen(features.a.limit.per));
    assert.ok(!Object.isFrozen(limit) && !Object.isFrozen(limit.per));
    limit.per.day = 6;
    assert.equal(features.a.limit.per.day, 5);
  });

  it("that is not JSON throws nothing, and opens nothing that JSON could not", () => {
    const circular = {};
    circular.self = circular;
    for (const limit of [() => 1, Symbol("x"), 1n, circular]) {
      const publication = readInitial(session({ odd: { enabled: true, limit }, plain: { enabled: true } }));
      assert.deepEqual(Object.entries(publication.features), [["plain", { enabled: true, limit: null }]]);
    }
    for (const body of [undefined, () => session(), Symbol("x"), 1n, new Date(), new Map()]) {
      assert.equal(readInitial(body), null);
    }
  });

  it("has each getter read once, and no getter of a malformed entry", () => {
    let reads = 0;
    const bad = {
      get enabled() {
        return reads++ > 0;
      },
    };
    const worse = {
      get limit() {
        throw new Error("no limit");
      },
    };
    const { features } = readInitial(session({ bad, worse, plain: { enabled: true } }));
    assert.deepEqual(
      { ...features },
      { bad: { enabled: false, limit: null }, plain: { enabled: true, limit: null } },
    );
  });

  it("has no property that is `undefined`: JSON would leave it out", () => {
    const { features } = readInitial(
      session({ a: { enabled: true, limit: undefined }, b: { enabled: undefined } }),
    );
    assert.deepEqual(Object.entries(features), [["a", { enabled: true, limit: null }]]);
    assert.equal(readInitial({ authenticated: true, user: { ...session().user, name: undefined } }), null);
  });
});

describe("The first answer, before the WebAssembly is loaded", () => {
  const answer = (status, body = session()) => ({
    __proto__: null,
    response: new Response(null, { status }),
    text: JSON.stringify(body),
  });

  it("is shown where its status is 200 and its body a session", () => {
    const read = answer(200);
    assert.deepEqual(readFirstAnswer(read), readInitial(session()));
    // The engine need not read it once more.
    assert.equal(/** @type {any} */ (read).record.content.user.id, 7);
    assert.equal(readFirstAnswer(answer(200, { authenticated: false })).reason, "no-session");
  });

  it("keeps the object of the shown features where its own are equal", () => {
    const { features } = readInitial(session({ a: { enabled: true } }));
    assert.equal(
      readFirstAnswer(answer(200, session({ a: { enabled: true } })), features).features,
      features,
    );
  });

  it("says that the account was deactivated where its status is 401, whatever its body", () => {
    const deactivated = { authenticated: false, reason: "deactivated" };
    for (const body of [session(), "<html>", undefined]) {
      assert.deepEqual(readFirstAnswer(answer(401, body)), readHandedOver(deactivated));
    }
  });

  it("is left to the module in every other case", () => {
    for (const status of [201, 204, 206, 304, 400, 403, 404, 429, 500, 503]) {
      assert.equal(readFirstAnswer(answer(status)), null, String(status));
    }
    for (const body of [null, {}, [], { authenticated: 1 }]) {
      assert.equal(readFirstAnswer(answer(200, body)), null);
    }
    assert.equal(
      readFirstAnswer({ __proto__: null, response: new Response(null), text: undefined }),
      null,
      "no JSON",
    );
  });
});
