// The features of an answer: which are read, and which objects stay the same.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { changesBetween, readFeatures } from "../../pkg/entry/features.js";
import { NO_FEATURES } from "../../pkg/entry/snapshot.js";

const permission = (enabled, limit = null) => ({ enabled, limit });
const listed = (features) => Object.entries(features);

describe("The features that are read", () => {
  it("are a frozen map that inherits nothing", () => {
    const map = readFeatures({ a: permission(true, { per: { day: [5] } }) });
    assert.equal(Object.getPrototypeOf(map), null);
    for (const part of [map, map.a, map.a.limit, map.a.limit.per, map.a.limit.per.day]) {
      assert.ok(Object.isFrozen(part));
    }
    assert.throws(() => {
      map.b = permission(true);
    }, TypeError);
  });

  it("take nothing from `Object.prototype`, whatever was listed before", () => {
    const earlier = readFeatures({ closed: permission(true, 1), open: permission(true, 1) });
    try {
      Object.assign(Object.prototype, { enabled: true, limit: 1 });
      const sent = () => JSON.parse('{"closed":{},"open":{"enabled":true}}');
      for (const before of [NO_FEATURES, earlier])
        assert.deepEqual(listed(readFeatures(sent(), before)), [["open", permission(true)]]);
    } finally {
      delete Object.prototype.enabled;
      delete Object.prototype.limit;
    }
  });

  it("keep the objects of entries that are equal, and replace those of the others", () => {
    const before = readFeatures({ a: permission(true), b: permission(false, { n: 1 }), c: permission(true) });
    const after = readFeatures(
      { a: permission(true), b: permission(false, { n: 2 }), d: permission(true) },
      before,
    );
    assert.equal(after.a, before.a);
    assert.notEqual(after.b, before.b);
    const expected = { a: permission(true), b: permission(false, { n: 2 }), d: permission(true) };
    assert.deepEqual({ ...after }, expected);
    assert.deepEqual(Object.keys(before), ["a", "b", "c"], "the map before is as it was");
  });

  it("are the map before where nothing changed, in whatever order it comes", () => {
    const before = readFeatures({ a: permission(true), b: permission(true, { n: 1, m: [{ x: 1, y: 2 }] }) });
    const again = { b: permission(true, { m: [{ y: 2, x: 1 }], n: 1 }), a: permission(true) };
    assert.equal(readFeatures(again, before), before);
    assert.equal(readFeatures({}), NO_FEATURES);
    const proto = readFeatures({ a: permission(true, JSON.parse('{"__proto__":1,"b":2}')) });
    assert.equal(readFeatures({ a: permission(true, JSON.parse('{"b":2,"__proto__":1}')) }, proto), proto);
  });

  it("are the earlier map where an equal limit has a number that is too large for JSON", () => {
    const sent = () =>
      JSON.parse('{"a":{"enabled":true,"limit":1e999},"b":{"enabled":true,"limit":{"max":1e400}}}');
    const before = readFeatures(sent());
    assert.deepEqual(listed(before), [
      ["a", permission(true)],
      ["b", permission(true, { max: null })],
    ]);
    assert.equal(readFeatures(sent(), before), before);
  });

  it("are another map where a limit looks alike and is not equal", () => {
    const values = JSON.parse(`[null, 0, "", "0", false, [], {}, [0], { "0": 0 }, { "length": 0 }, [[]], [{}],
      { "a": 1 }, { "b": 1 }, { "__proto__": 1 }, { "a": { "b": 1 } }, [1, 2], [2, 1]]`);
    for (const one of values) {
      const before = readFeatures({ a: permission(true, one) });
      for (const other of values.filter((value) => value !== one)) {
        const after = readFeatures({ a: permission(true, other) }, before);
        assert.notEqual(after, before, `${JSON.stringify(one)} and ${JSON.stringify(other)}`);
      }
    }
  });
});

describe("What changed", () => {
  it("is one frozen entry a feature", () => {
    const one = JSON.parse('{"a":{"enabled":true},"b":{"enabled":true},"__proto__":{"enabled":true}}');
    const other = JSON.parse('{"__proto__":{"enabled":true},"b":{"enabled":false},"c":{"enabled":true}}');
    const before = readFeatures(one);
    const after = readFeatures(other, before);
    const changes = changesBetween(before, after);
    assert.deepEqual(Object.fromEntries(changes.map(({ feature, ...change }) => [feature, change])), {
      a: { previous: before.a, current: undefined },
      b: { previous: before.b, current: after.b },
      c: { previous: undefined, current: after.c },
    });
    assert.equal(changes.length, 3);
    for (const change of changes) assert.ok(Object.isFrozen(change));
  });

  it("is found between any two maps, whichever map the later one was read after", () => {
    const first = readFeatures({ a: permission(true), b: permission(true) });
    const second = readFeatures({ a: permission(true), c: permission(true) }, first);
    const third = readFeatures({ b: permission(true), c: permission(true) }, second);
    const changedNames = (previous, current) =>
      changesBetween(previous, current).map(({ feature }) => feature);
    assert.deepEqual(changedNames(first, second).sort(), ["b", "c"]);
    assert.deepEqual(changedNames(second, third).sort(), ["a", "b"]);
    assert.deepEqual(changedNames(first, third).sort(), ["a", "b", "c"], "`b` is listed anew");
    assert.deepEqual(changedNames(third, NO_FEATURES).sort(), ["b", "c"]);
    assert.deepEqual(changedNames(NO_FEATURES, first).sort(), ["a", "b"]);
  });
});
