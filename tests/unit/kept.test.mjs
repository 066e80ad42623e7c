import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createKept } from "../../pkg/engine/kept.js";

const COMPANY = { id: 1, name: "N", address: "street", city: "city", country: "land", postal_code: "code" };
const USER = { id: 7, email: "ada@example.com", name: "Ada", userType: "default", authSource: "local" };
const ROLE = { name: "expert", rank: 20, label: "Expert", description: "" };
const response = new Response(null);
const json = (value) => JSON.parse(JSON.stringify(value));

/** The number that the engine gets for a company, or for a catalogue. */
const companyIn = (kept, company) =>
  kept.number({ response, text: JSON.stringify({ user: { company } }) }).user.company;
const rolesIn = (kept, roles) => kept.number({ response, text: JSON.stringify({ roles }) }).roles;

describe("What the engine never looks into", () => {
  it("is a user, as they are shown, whatever else was sent, and sent by that name", () => {
    const kept = createKept();
    const numberIn = (user) => kept.number({ response, text: JSON.stringify({ user }) }).user.details;
    const number = numberIn({ ...USER, details: 9, permissions: {}, token: "t0k.en" });
    assert.deepEqual(kept.userOf(number), { ...USER, company: null });
    assert.deepEqual([numberIn(USER), numberIn({ ...USER, name: "Grace" })], [1, 2]);
    for (const name of ["id", "email", "name", "userType"])
      assert.equal(numberIn({ ...USER, [name]: undefined, details: 1 }), 0, name);
  });

  it("is what a server handed over, with the number that an answer of the same has", () => {
    const kept = createKept();
    const body = json({ authenticated: true, user: { ...USER, permissions: { a: { enabled: true } } } });
    kept.numberInitial(body);
    const { details, permissions } = body.user;
    const answered = kept.number({ response, text: JSON.stringify({ user: USER }) });
    assert.deepEqual([details, answered.user.details], [1, 1]);
    assert.equal(kept.show(permissions).a.enabled, true);
  });

  it("is the name of a role, by the same number in a session, in permissions and in what was handed over", () => {
    const kept = createKept();
    const read = (sent) => kept.number({ response, text: JSON.stringify(sent) });
    const ofUser = (userType) => read({ user: { ...USER, userType, role: 9 } }).user.role;
    const ofData = (name) => read({ data: { user_type: name, role: 9 } }).data.role;
    const body = { user: { ...USER, userType: "first", permissions: {} } };
    kept.numberInitial(body);
    assert.deepEqual([body.user.role, ofUser("first"), ofUser(""), ofUser("second")], [1, 1, 2, 3]);
    assert.deepEqual(["second", "", "first", "third"].map(ofData), [3, 2, 1, 4]);
    for (const wrong of [undefined, null, 1, ["first"], {}, "\ud800"])
      assert.deepEqual([ofUser(wrong), ofData(wrong)], [0, 0]);
  });

  it("is a company, whole, by the names of the public surface", () => {
    const kept = createKept();
    const { postal_code: postalCode, ...rest } = COMPANY;
    const number = companyIn(kept, { ...COMPANY, more: 1 });
    assert.deepEqual(kept.companyOf(number), { ...rest, postalCode });
  });

  it("is a role catalogue, in its order", () => {
    const kept = createKept();
    const roles = [ROLE, { ...ROLE, rank: -9_007_199_254_740_991 }];
    assert.deepEqual(kept.rolesOf(rolesIn(kept, roles)), roles);
    assert.deepEqual(kept.rolesOf(rolesIn(kept, [])), []);
  });

  it("has the same number for what says the same, and another for anything else", () => {
    const kept = createKept();
    const { id, ...rest } = COMPANY;
    const companies = [COMPANY, { ...rest, id }, { ...COMPANY, city: "other" }, COMPANY];
    assert.deepEqual(
      companies.map((company) => companyIn(kept, company)),
      [1, 1, 2, 1],
    );
    assert.deepEqual(
      [[ROLE], [], [ROLE], [ROLE, ROLE]].map((roles) => rolesIn(kept, roles)),
      [1, 2, 1, 3],
    );
  });

  it("is 0, of which there is nothing, where any part of a company is missing or malformed", () => {
    const kept = createKept();
    for (const name of Object.keys(COMPANY)) {
      for (const wrong of [undefined, null, [], {}, true, "\ud800", 1.5])
        assert.equal(companyIn(kept, { ...COMPANY, [name]: wrong }), 0, `${name}: ${wrong}`);
    }
    for (const company of [undefined, null, "N", 1, [COMPANY]]) assert.equal(companyIn(kept, company), 0);
    assert.equal(kept.companyOf(0), null);
  });

  it("is 0 where one entry of a catalogue is malformed", () => {
    const kept = createKept();
    for (const name of Object.keys(ROLE)) {
      for (const wrong of [undefined, null, [], {}, true, "\udc00", 1e16])
        assert.equal(rolesIn(kept, [ROLE, { ...ROLE, [name]: wrong }]), 0, `${name}: ${wrong}`);
    }
    for (const roles of [undefined, null, { 0: ROLE }, [null], [[ROLE]], "", 7])
      assert.equal(rolesIn(kept, roles), 0);
    assert.equal(kept.rolesOf(0), null);
  });

  it("is forgotten once something newer is shown", () => {
    const kept = createKept();
    const numberIn = (name) =>
      kept.number({ response, text: JSON.stringify({ user: { ...USER, name } }) }).user.details;
    assert.deepEqual(["Ada", "Grace"].map(numberIn), [1, 2]);
    assert.equal(kept.userOf(2).name, "Grace");
    assert.equal(kept.userOf(1), null);
    assert.equal(numberIn("Ada"), 3, "a number is given once");
    assert.equal(kept.userOf(0), null, "nobody is shown, and nothing forgotten");
    assert.equal(numberIn("Grace"), 2);
  });

  it("is kept once, however often it is answered while nobody is shown", () => {
    const kept = createKept();
    const text = JSON.stringify({
      authenticated: true,
      user: { ...USER, permissions: { a: { enabled: true } } },
    });
    const numbers = Array.from({ length: 100 }, () => {
      const { permissions } = kept.number({ response, text }).user;
      // As where a sign-out guards, and fails each time that it is told again.
      kept.userOf(0);
      kept.show(0);
      return permissions;
    });
    assert.deepEqual(new Set(numbers), new Set([1]));
  });

  it("has a number that is kept, also where the very answer came before it was forgotten", () => {
    const kept = createKept();
    const features = { a: { enabled: true } };
    const session = JSON.stringify({ authenticated: true, user: { ...USER, permissions: features } });
    const signIn = JSON.stringify({
      success: true,
      user: { ...USER, authSource: undefined, permissions: features },
    });
    for (const text of [session, signIn, session]) {
      const { permissions, details } = kept.number({ response, text }).user;
      kept.show(permissions);
      assert.equal(kept.userOf(details).name, "Ada");
    }
  });

  it("is no text or body of the prototype of all objects, where a body was too large to have one", () => {
    const body = { authenticated: true, user: USER };
    for (const [name, value] of Object.entries({ text: JSON.stringify(body), body })) {
      const kept = createKept();
      if (name === "text") kept.number({ response, text: '{ "authenticated": true }' });
      Object.prototype[name] = value;
      try {
        assert.equal(kept.number({ response }), undefined);
      } finally {
        delete Object.prototype[name];
      }
    }
  });

  it("is nothing that the page's `Object.prototype` has, and that is left as it is", () => {
    for (const name of ["user", "data"])
      for (const freeze of [Object.freeze, (value) => value]) {
        Object.prototype[name] = freeze({ name: "the page's" });
        try {
          assert.equal(createKept().number({ response, text: "{}" }).roles, 0);
          assert.deepEqual({ ...Object.prototype[name] }, { name: "the page's" });
        } finally {
          delete Object.prototype[name];
        }
      }
  });
});
