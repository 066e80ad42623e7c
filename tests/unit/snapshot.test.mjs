import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { freezeDeep, keep, keepFeatures, NO_FEATURES, NO_ROLES, UNKNOWN } from "../../pkg/entry/snapshot.js";

const permission = (enabled, limit = null) => ({ enabled, limit });
const features = (listed) => keepFeatures(NO_FEATURES, listed);

describe("What is known of nothing", () => {
  it("is frozen, and grants nothing", () => {
    for (const part of [UNKNOWN, UNKNOWN.features, NO_FEATURES, NO_ROLES]) assert.ok(Object.isFrozen(part));
    assert.deepEqual(
      { ...UNKNOWN, features: {} },
      {
        status: "unknown",
        user: null,
        features: {},
        reason: null,
        stale: false,
        error: null,
        expiresAt: null,
        signOutPending: false,
        reauthenticating: false,
      },
    );
    for (const name of ["constructor", "__proto__", "toString", ""])
      assert.equal(NO_FEATURES[name], undefined);
  });
});

describe("keepFeatures", () => {
  it("makes a frozen map that inherits nothing", () => {
    const map = features([["a", permission(true, { per: { day: [5] } })]]);
    assert.equal(Object.getPrototypeOf(map), null);
    for (const part of [map, map.a, map.a.limit, map.a.limit.per, map.a.limit.per.day]) {
      assert.ok(Object.isFrozen(part));
    }
    assert.throws(() => {
      map.b = permission(true);
    }, TypeError);
  });

  it("keeps the entries that say the same, and takes the others", () => {
    const before = features([
      ["a", permission(true)],
      ["b", permission(false, { n: 1 })],
      ["c", permission(true)],
    ]);
    const after = keepFeatures(before, [
      ["a", permission(true)],
      ["b", permission(false, { n: 2 })],
      ["d", permission(true)],
    ]);
    assert.equal(after.a, before.a);
    assert.notEqual(after.b, before.b);
    assert.deepEqual(
      { ...after },
      { a: permission(true), b: permission(false, { n: 2 }), d: permission(true) },
    );
    assert.deepEqual(Object.keys(before), ["a", "b", "c"], "the map before is as it was");
  });

  it("is the map before, where nothing changed", () => {
    const before = features([
      ["a", permission(true)],
      ["b", permission(true, { n: 1 })],
    ]);
    const again = [
      ["b", permission(true, { n: 1 })],
      ["a", permission(true)],
    ];
    assert.equal(keepFeatures(before, again), before);
    assert.equal(keepFeatures(NO_FEATURES, []), NO_FEATURES);
  });

  it("is the map before, where a limit came with its keys in another order", () => {
    const limits = [
      [JSON.parse('{"a":1,"b":{"c":[1,{"d":2,"e":3}]}}'), JSON.parse('{"b":{"c":[1,{"e":3,"d":2}]},"a":1}')],
      [JSON.parse('{"__proto__":1,"b":2}'), JSON.parse('{"b":2,"__proto__":1}')],
    ];
    for (const [one, other] of limits) {
      const before = features([["a", permission(true, one)]]);
      assert.equal(keepFeatures(before, [["a", permission(true, other)]]), before);
    }
  });

  it("compares limits that are nested deeper than calls can be", () => {
    const deep = (end) => JSON.parse(`${"[".repeat(50_000)}${end}${"]".repeat(50_000)}`);
    const before = features([["a", permission(true, deep(1))]]);
    assert.equal(keepFeatures(before, [["a", permission(true, deep(1))]]), before);
    assert.notEqual(keepFeatures(before, [["a", permission(true, deep(2))]]), before);
  });

  it("takes what looks alike and is not for a change", () => {
    const values = [
      null,
      0,
      "",
      "0",
      false,
      [],
      {},
      [0],
      { 0: 0 },
      { length: 0 },
      [[]],
      [{}],
      { a: 1 },
      { b: 1 },
    ];
    values.push(JSON.parse('{"__proto__":1}'), { a: { b: 1 } }, [1, 2], [2, 1]);
    for (const one of values) {
      const before = features([["a", permission(true, one)]]);
      for (const other of values.filter((value) => value !== one)) {
        const after = keepFeatures(before, [["a", permission(true, other)]]);
        assert.notEqual(after, before, `${JSON.stringify(one)} and ${JSON.stringify(other)}`);
      }
    }
  });

  it("leaves out what is not listed any more", () => {
    const before = features([
      ["a", permission(true)],
      ["b", permission(true)],
    ]);
    const part = keepFeatures(before, [["b", permission(true)]]);
    assert.deepEqual(Object.keys(part), ["b"]);
    assert.equal(part.b, before.b);
  });

  it("lists `__proto__` and its like as names like any other", () => {
    const map = features([
      ["__proto__", permission(true)],
      ["constructor", permission(false)],
    ]);
    assert.deepEqual(Object.keys(map), ["__proto__", "constructor"]);
    assert.equal(Object.getPrototypeOf(map), null);
    assert.equal(map.enabled, undefined, "nothing is granted through inheritance");
    assert.deepEqual(Object.values(map)[0], permission(true));
    assert.equal(Object.getPrototypeOf({}), Object.prototype, "nobody else's prototype has changed");
    const gone = keepFeatures(map, [["constructor", permission(false)]]);
    assert.deepEqual(Object.keys(gone), ["constructor"]);
  });

  it("takes an entry that changed nothing but its limit for a change", () => {
    const before = features([["a", permission(true)]]);
    for (const limit of [0, false, "", {}, []]) {
      assert.notEqual(keepFeatures(before, [["a", permission(true, limit)]]), before);
    }
  });
});

describe("What changed", () => {
  it("is one frozen entry a feature", () => {
    const before = features([
      ["a", permission(true)],
      ["b", permission(true)],
      ["__proto__", permission(true)],
    ]);
    const changes = [];
    const listed = [
      ["__proto__", permission(true)],
      ["b", permission(false)],
      ["c", permission(true)],
    ];
    const after = keepFeatures(before, listed, changes);
    assert.deepEqual(Object.fromEntries(changes.map(({ feature, ...change }) => [feature, change])), {
      a: { previous: before.a, current: undefined },
      b: { previous: before.b, current: after.b },
      c: { previous: undefined, current: after.c },
    });
    assert.equal(changes.length, 3);
    for (const change of changes) assert.ok(Object.isFrozen(change));
  });

  it("is nothing where the map says the same", () => {
    const changes = [];
    keepFeatures(features([["a", permission(true)]]), [["a", permission(true)]], changes);
    assert.deepEqual(changes, []);
  });
});

describe("keep", () => {
  it("is the value before, where the new one says the same", () => {
    const before = freezeDeep({ id: 7, company: { id: 1 } });
    assert.equal(keep(before, { id: 7, company: { id: 1 } }), before);
    assert.equal(keep(null, null), null);
    assert.equal(keep(before, null), null);
  });

  it("is the new value, deep-frozen, where it says something else", () => {
    const after = keep(freezeDeep({ id: 7, company: { id: 1 } }), { id: 7, company: { id: 2 } });
    assert.deepEqual(after, { id: 7, company: { id: 2 } });
    assert.ok(Object.isFrozen(after) && Object.isFrozen(after.company));
  });
});
