import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createStores } from "../../pkg/entry/feature-listeners.js";
import { changesBetween, readFeatures } from "../../pkg/entry/features.js";
import { createGates } from "../../pkg/entry/gate.js";
import { UNKNOWN } from "../../pkg/entry/snapshot.js";
import { keepListeners } from "../../pkg/entry/subscribable.js";

// Node has no window: without this, a listener is called once, and dropped.
keepListeners();

const ROLES = [
  { name: "admin", rank: 30 },
  { name: "expert", rank: 20 },
  { name: "default", rank: 10 },
];

/**
 * Returns the gates of a session with a state that `set` changes. `watches`: each time that the role catalogue was needed, or needed no longer, by a
 * gate with listeners.
 */
function stage(initial = UNKNOWN) {
  let known = { snapshot: initial, roles: null, refusal: null };
  const first = known;
  const watches = [];
  const stores = createStores((isWatched) => watches.push(isWatched));
  const gate = createGates(
    stores,
    () => known,
    () => first,
  );
  const set = (status, { features = [], role = "default", roles = null, refusal = null } = {}) => {
    const before = known.snapshot;
    const entries = features.map((name) => [name, { enabled: true, limit: null }]);
    const next = readFeatures(Object.fromEntries(entries), before.features);
    const user = status === "authenticated" ? { id: 1, userType: role } : null;
    known = { snapshot: Object.freeze({ ...UNKNOWN, status, user, features: next }), roles, refusal };
    stores.notify(changesBetween(before.features, next), true);
  };
  return { gate, set, watches };
}

/** Returns the gates of a signed-in session. `facts`: the user's features and role, and the role catalogue. */
const signedIn = (facts) => {
  const { gate, set } = stage();
  set("authenticated", facts);
  return gate;
};

describe("A gate", () => {
  it("is denied where a condition is missing, empty, misspelt or inherited", () => {
    const gate = signedIn({ features: ["a", ""], role: "" });
    const nothing = [
      {},
      { feature: undefined },
      { feature: [] },
      { feature: ["a", undefined] },
      { feature: "a", atLeast: undefined },
      { status: "authenticated", feature: undefined },
      { features: "a" },
      { feature: "a", role: "expert" },
      { atLeast: "" },
      { status: "" },
      ["a"],
      Object.create({ feature: "a" }),
    ];
    for (const conditions of nothing)
      assert.equal(gate(conditions).value, "denied", JSON.stringify(conditions));
    for (const name of ["__proto__", "constructor", "toString"])
      assert.equal(gate({ feature: name }).value, "denied");
  });

  it("is denied where a condition is hidden: a getter, a symbol, inherited, or a hole in a list", () => {
    const gate = signedIn({ features: ["a"] });
    class Conditions {
      feature = "a";
      get atLeast() {
        return "admin";
      }
    }
    const hidden = Object.defineProperty({ feature: "a" }, "atLeast", { value: "admin" });
    const inherited = Object.assign(Object.create({ atLeast: "admin" }), { feature: "a" });
    for (const conditions of [
      new Conditions(),
      hidden,
      { feature: "a", [Symbol("atLeast")]: "admin" },
      inherited,
      { feature: Object.assign(Array(2), { 1: "a" }) },
    ])
      assert.equal(gate(conditions).value, "denied");
    // Hidden properties that frameworks add to an object are no conditions.
    const marked = Object.defineProperties({ feature: "a" }, { __v_skip: {}, [Symbol("solid-proxy")]: {} });
    assert.equal(gate(marked).value, gate({ feature: "a" }).value);
  });

  it("takes no condition from `Object.prototype`", () => {
    const gate = signedIn({ features: ["a"] });
    try {
      Object.assign(Object.prototype, { feature: "a", status: "authenticated", enabled: true });
      assert.equal(gate({}).value, "denied");
      assert.equal(gate({ feature: "b" }).value, "denied");
      class Conditions {
        status = "authenticated";
        get feature() {
          return "b";
        }
      }
      assert.equal(gate(new Conditions()).value, "denied", "a condition of the class's own");
    } finally {
      for (const name of ["feature", "status", "enabled"]) delete Object.prototype[name];
    }
  });

  it("throws a TypeError that names a condition of a wrong type", () => {
    const { gate } = stage();
    for (const conditions of [undefined, null, "a", 1, () => {}])
      assert.throws(() => gate(conditions), TypeError);
    for (const wrong of [1, null, {}, true, Symbol("a")]) {
      for (const name of ["feature", "atLeast", "status"])
        assert.throws(() => gate({ [name]: wrong }), { name: "TypeError", message: new RegExp(name) });
      assert.throws(() => gate({ feature: ["a", wrong] }), { name: "TypeError", message: /feature/ });
    }
  });

  it("says why the catalogue could not be read, where it is denied for that", () => {
    const gate = signedIn({ features: ["a"], role: "expert", refusal: "forbidden" });
    const facts = (conditions) => [gate(conditions).value, gate(conditions).error];
    assert.deepEqual(facts({ atLeast: "default" }), ["denied", "forbidden"]);
    assert.deepEqual(facts({ atLeast: "expert" }), ["granted", null]);
    assert.deepEqual(facts({ atLeast: "default", feature: "b" }), ["denied", null]);
    assert.deepEqual(facts({ feature: "b" }), ["denied", null]);
  });

  it("names no refusal while the session is unknown", () => {
    const { gate, set } = stage();
    set("unknown", { refusal: "forbidden" });
    const { value, error } = gate({ atLeast: "default" });
    assert.deepEqual([value, error], ["unknown", null]);
  });

  it("is the same object for equal conditions", () => {
    const { gate } = stage();
    const held = gate({ feature: ["b", "a"], atLeast: "x" });
    assert.equal(gate({ atLeast: "x", feature: ["a", "b", "a"] }), held);
    assert.notEqual(gate({ feature: ["a", "b"] }), held);
    assert.equal(gate({ feature: "a" }), gate({ feature: ["a"] }));
    assert.notEqual(gate({ feature: "0" }), gate({ feature: [] }));
    const conditions = { feature: ["a"] };
    const kept = gate(conditions);
    conditions.feature.push("b");
    assert.equal(gate({ feature: "a" }), kept, "it is what was asked for at the call");
  });

  it("has in `initial` its state at the creation of the session", () => {
    const features = readFeatures({ a: { enabled: true } });
    const { gate, set } = stage(
      Object.freeze({ ...UNKNOWN, status: "authenticated", user: { userType: "x" }, features }),
    );
    set("unauthenticated");
    const { value, initial } = gate({ feature: "a" });
    assert.deepEqual([value, initial], ["denied", "granted"]);
  });

  it("cannot be changed", () => {
    const held = stage().gate({ feature: "a" });
    assert.ok(Object.isFrozen(held));
    assert.throws(() => Object.assign(held, { granted: true }), TypeError);
  });

  it("is granted where one of `anyOf`, and all that stands beside it, is granted", () => {
    const gate = signedIn({ features: ["a", "b"], role: "expert", roles: ROLES });
    for (const [conditions, value] of [
      [{ anyOf: [{ feature: "x" }, { feature: "a" }] }, "granted"],
      [{ anyOf: [{ feature: "x" }, { feature: "y" }] }, "denied"],
      [{ anyOf: [{ feature: ["a", "x"] }, { atLeast: "expert" }] }, "granted"],
      [{ feature: "b", anyOf: [{ feature: "x" }, { feature: "a" }] }, "granted"],
      [{ feature: "x", anyOf: [{ feature: "a" }] }, "denied"],
      [{ anyOf: [{ anyOf: [{ feature: "x" }, { feature: "a" }] }] }, "granted"],
      [{ anyOf: [] }, "denied"],
      [{ feature: "a", anyOf: [] }, "denied"],
      [{ anyOf: undefined }, "denied"],
      [{ anyOf: [undefined, { feature: "a" }] }, "denied"],
      [{ anyOf: [{}, { feature: "" }, { odd: 1 }] }, "denied"],
      [{ anyOf: [{}, { feature: "a" }] }, "granted"],
    ])
      assert.equal(gate(conditions).value, value, JSON.stringify(conditions));
  });

  it("is unknown while none of `anyOf` is granted and one is unknown", () => {
    const { gate, set } = stage();
    const oneOf = gate({ anyOf: [{ feature: "a" }, { atLeast: "admin" }] });
    assert.equal(oneOf.value, "unknown");
    set("authenticated", { role: "expert" });
    assert.equal(oneOf.value, "unknown", "the catalogue is not read");
    set("authenticated", { role: "expert", features: ["a"] });
    assert.equal(oneOf.value, "granted");
    set("authenticated", { role: "expert", roles: ROLES });
    assert.deepEqual([oneOf.value, oneOf.error], ["denied", null]);
    set("authenticated", { role: "expert", refusal: "forbidden" });
    assert.deepEqual([oneOf.value, oneOf.error], ["denied", "forbidden"]);
  });

  it("notifies its listeners of changes in `anyOf`, and needs the catalogue for a role there", () => {
    const { gate, set, watches } = stage();
    set("authenticated", { roles: ROLES });
    const seen = [];
    const stop = gate({ anyOf: [{ feature: "a" }, { anyOf: [{ atLeast: "admin" }] }] }).subscribe((value) => {
      seen.push(value);
    });
    set("authenticated", { roles: ROLES, features: ["a"] });
    stop();
    assert.deepEqual(
      [seen, watches],
      [
        ["denied", "granted"],
        [true, false],
      ],
    );
  });

  it("is the same object for the same `anyOf` in any order, and refuses a value that is no list of conditions", () => {
    const { gate } = stage();
    const held = gate({ anyOf: [{ feature: "a" }, { feature: ["b", "c"] }] });
    assert.equal(gate({ anyOf: [{ feature: ["c", "b"] }, { feature: "a" }] }), held);
    assert.notEqual(gate({ anyOf: [{ feature: "a" }, { feature: "b" }, { feature: "c" }] }), held);
    for (const wrong of ["a", 1, [1], ["a"], [{ feature: 1 }], () => {}])
      assert.throws(() => gate({ anyOf: wrong }), TypeError);
  });
});
