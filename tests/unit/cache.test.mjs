import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createCache } from "../../pkg/engine/cache.js";

const COMPANY = { id: 1, name: "N", address: "street", city: "city", country: "land", postal_code: "code" };
const USER = { id: 7, email: "ada@example.com", name: "Ada", userType: "default", authSource: "local" };
const ROLE = { name: "expert", rank: 20, label: "Expert", description: "" };
const response = new Response(null);
const json = (value) => JSON.parse(JSON.stringify(value));

/** The number that the engine gets for a company, or for a catalogue. */
const companyIn = (cache, company) =>
  cache.intern({ response, text: JSON.stringify({ user: { company } }) }).user.company;
const rolesIn = (cache, roles) => cache.intern({ response, text: JSON.stringify({ roles }) }).roles;

describe("What the engine never looks into", () => {
  it("is a user, as they are shown, whatever else was sent, and sent by that name", () => {
    const cache = createCache();
    const numberIn = (user) => cache.intern({ response, text: JSON.stringify({ user }) }).user.details;
    const number = numberIn({ ...USER, details: 9, permissions: {}, token: "t0k.en" });
    assert.deepEqual(cache.userOf(number), { ...USER, company: null });
    assert.deepEqual([numberIn(USER), numberIn({ ...USER, name: "Grace" })], [1, 2]);
    for (const name of ["id", "email", "name", "userType"])
      assert.equal(numberIn({ ...USER, [name]: undefined, details: 1 }), 0, name);
  });

  it("is what a server handed over, with the number that an answer of the same has", () => {
    const cache = createCache();
    const body = json({ authenticated: true, user: { ...USER, permissions: { a: { enabled: true } } } });
    const { details, permissions } = cache.internInitial(body).user;
    const answered = cache.intern({ response, text: JSON.stringify({ user: USER }) });
    assert.deepEqual([details, answered.user.details], [1, 1]);
    assert.equal(cache.show(permissions).a.enabled, true);
  });

  it("is the name of a role, by the same number in a session, in permissions and in what was handed over", () => {
    const cache = createCache();
    const read = (sent) => cache.intern({ response, text: JSON.stringify(sent) });
    const ofUser = (userType) => read({ user: { ...USER, userType, role: 9 } }).user.role;
    const ofData = (name) => read({ data: { user_type: name, role: 9 } }).data.role;
    const body = { user: { ...USER, userType: "first", permissions: {} } };
    const { user } = cache.internInitial(body);
    assert.deepEqual([user.role, ofUser("first"), ofUser(""), ofUser("second")], [1, 1, 2, 3]);
    assert.deepEqual(["second", "", "first", "third"].map(ofData), [3, 2, 1, 4]);
    for (const wrong of [undefined, null, 1, ["first"], {}, "\ud800"])
      assert.deepEqual([ofUser(wrong), ofData(wrong)], [0, 0]);
  });

  it("is a company, whole, by the names of the public surface", () => {
    const cache = createCache();
    const { postal_code: postalCode, ...rest } = COMPANY;
    const number = companyIn(cache, { ...COMPANY, more: 1 });
    assert.deepEqual(cache.companyOf(number), { ...rest, postalCode });
  });

  it("is a role catalogue, in its order", () => {
    const cache = createCache();
    const roles = [ROLE, { ...ROLE, rank: -9_007_199_254_740_991 }];
    assert.deepEqual(cache.rolesOf(rolesIn(cache, roles)), roles);
    assert.deepEqual(cache.rolesOf(rolesIn(cache, [])), []);
  });

  it("has the same number for what says the same, and another for anything else", () => {
    const cache = createCache();
    const { id, ...rest } = COMPANY;
    const companies = [COMPANY, { ...rest, id }, { ...COMPANY, city: "other" }, COMPANY];
    assert.deepEqual(
      companies.map((company) => companyIn(cache, company)),
      [1, 1, 2, 1],
    );
    assert.deepEqual(
      [[ROLE], [], [ROLE], [ROLE, ROLE]].map((roles) => rolesIn(cache, roles)),
      [1, 2, 1, 3],
    );
  });

  it("is 0, of which there is nothing, where any part of a company is missing or malformed", () => {
    const cache = createCache();
    for (const name of Object.keys(COMPANY)) {
      for (const wrong of [undefined, null, [], {}, true, "\ud800", 1.5])
        assert.equal(companyIn(cache, { ...COMPANY, [name]: wrong }), 0, `${name}: ${wrong}`);
    }
    for (const company of [undefined, null, "N", 1, [COMPANY]]) assert.equal(companyIn(cache, company), 0);
    assert.equal(cache.companyOf(0), null);
  });

  it("is 0 where one entry of a catalogue is malformed", () => {
    const cache = createCache();
    for (const name of Object.keys(ROLE)) {
      for (const wrong of [undefined, null, [], {}, true, "\udc00", 1e16])
        assert.equal(rolesIn(cache, [ROLE, { ...ROLE, [name]: wrong }]), 0, `${name}: ${wrong}`);
    }
    for (const roles of [undefined, null, { 0: ROLE }, [null], [[ROLE]], "", 7])
      assert.equal(rolesIn(cache, roles), 0);
    assert.equal(cache.rolesOf(0), null);
  });

  it("is forgotten once something newer is shown", () => {
    const cache = createCache();
    const numberIn = (name) =>
      cache.intern({ response, text: JSON.stringify({ user: { ...USER, name } }) }).user.details;
    assert.deepEqual(["Ada", "Grace"].map(numberIn), [1, 2]);
    assert.equal(cache.userOf(2).name, "Grace");
    assert.equal(cache.userOf(1), null);
    assert.equal(numberIn("Ada"), 3, "a number is given once");
    assert.equal(cache.userOf(0), null, "no user is shown, and nothing forgotten");
    assert.equal(numberIn("Grace"), 2);
  });

  it("is cached once, however often it is answered while no user is shown", () => {
    const cache = createCache();
    const text = JSON.stringify({
      authenticated: true,
      user: { ...USER, permissions: { a: { enabled: true } } },
    });
    const numbers = Array.from({ length: 100 }, () => {
      const { permissions } = cache.intern({ response, text }).user;
      // As where a sign-out guards, and fails each time that it is told again.
      cache.userOf(0);
      cache.show(0);
      return permissions;
    });
    assert.deepEqual(new Set(numbers), new Set([1]));
  });

  it("has a number that is still known, also where the very answer came before it was forgotten", () => {
    const cache = createCache();
    const features = { a: { enabled: true } };
    const session = JSON.stringify({ authenticated: true, user: { ...USER, permissions: features } });
    const signIn = JSON.stringify({
      success: true,
      user: { ...USER, authSource: undefined, permissions: features },
    });
    for (const text of [session, signIn, session]) {
      const { permissions, details } = cache.intern({ response, text }).user;
      cache.show(permissions);
      assert.equal(cache.userOf(details).name, "Ada");
    }
  });

  it("is no text or body of the prototype of all objects, where a body was too large to have one", () => {
    const body = { authenticated: true, user: USER };
    for (const [name, value] of Object.entries({ text: JSON.stringify(body), body })) {
      const cache = createCache();
      if (name === "text") cache.intern({ response, text: '{ "authenticated": true }' });
      Object.prototype[name] = value;
      try {
        assert.equal(cache.intern({ response }), undefined);
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
          assert.equal(createCache().intern({ response, text: "{}" }).roles, 0);
          assert.deepEqual({ ...Object.prototype[name] }, { name: "the page's" });
        } finally {
          delete Object.prototype[name];
        }
      }
  });
});
