// The features of an answer: which are read, what stays the same object, and the numbers by which the module knows them.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createCache } from "../../pkg/engine/cache.js";
import { changesBetween, readFeatures } from "../../pkg/entry/features.js";
import { NO_FEATURES } from "../../pkg/entry/snapshot.js";

/** As objects that inherit, without what is undefined. */
const plain = (body) => body && JSON.parse(JSON.stringify(body));
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

  it("lose no other where one's limit is nested deeper than calls can be", () => {
    for (const depth of [1_000, 10_000, 100_000]) {
      const limit = `${"[".repeat(depth)}${"]".repeat(depth)}`;
      const sent = JSON.parse(`{"a":{"enabled":true,"limit":${limit}},"b":{"enabled":true}}`);
      assert.deepEqual(readFeatures(sent).b, permission(true), `${depth}`);
    }
  });

  it("have nothing of an object that all inherit from, whatever was listed before", () => {
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

  it("keep the entries that say the same, and take the others", () => {
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

  it("are the map before where a limit has a number that is too large for JSON", () => {
    const sent = () =>
      JSON.parse('{"a":{"enabled":true,"limit":1e999},"b":{"enabled":true,"limit":{"max":1e400}}}');
    const before = readFeatures(sent());
    assert.deepEqual(listed(before), [
      ["a", permission(true)],
      ["b", permission(true, { max: null })],
    ]);
    assert.equal(readFeatures(sent(), before), before);
  });

  it("take what looks alike and is not for a change", () => {
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

  it("list `__proto__` and its like as names like any other", () => {
    const map = readFeatures(
      JSON.parse(
        '{"__proto__":{"enabled":true},"constructor":{"enabled":false,"limit":{"__proto__":{"x":1}}}}',
      ),
    );
    assert.deepEqual(Object.keys(map), ["__proto__", "constructor"]);
    assert.equal(map.enabled, undefined, "nothing is granted through inheritance");
    assert.deepEqual(Object.values(map)[0], permission(true));
    assert.deepEqual(
      [Object.keys(map.constructor.limit), map.constructor.limit.x],
      [["__proto__"], undefined],
    );
    assert.equal(Object.getPrototypeOf({}), Object.prototype, "no other prototype has changed");
  });

  it("leave out what is malformed or has no name, and are none where one name is half a surrogate pair", () => {
    const sent = {
      "": permission(true),
      a: true,
      b: { enabled: "true" },
      c: { enabled: 1 },
      d: [true, null],
      e: {},
      f: null,
      good: permission(true),
    };
    assert.deepEqual(listed(readFeatures(sent)), [["good", permission(true)]]);
    for (const name of ["\ud800", "a\udc00b", "\udc00\ud800"]) {
      assert.equal(readFeatures({ good: permission(true), [name]: permission(true) }), null);
    }
    for (const other of [undefined, null, true, 1, "a", [], [["a", permission(true)]]]) {
      assert.equal(readFeatures(other), null);
    }
  });
});

describe("The numbers of features", () => {
  const createFeatures = () => {
    const cache = createCache();
    return {
      show: cache.show,
      /** The body, with the numbers of features alone. */
      intern(sent) {
        const body = plain(cache.intern({ response: undefined, text: JSON.stringify(sent) }));
        const { user } = body ?? {};
        for (const [holder, name] of [
          [body, "roles"],
          [user, "details"],
          [user, "role"],
          [user, "company"],
          [body?.data, "role"],
        ])
          if (holder instanceof Object) delete holder[name];
        return body;
      },
    };
  };
  const answer = (permissions) => ({ authenticated: true, user: { id: 7, permissions } });

  it("are put in the place of the features of a session and of permissions, and of nothing else", () => {
    const features = createFeatures();
    const session = features.intern({ ...answer({ a: permission(true) }), data: { roles: [1] } });
    assert.deepEqual(session, { ...answer(1), data: { roles: [1], features: null } });
    assert.deepEqual(listed(features.show(1)), [["a", permission(true)]]);
    const data = { user_type: "default", features: { b: permission(true) } };
    assert.deepEqual(features.intern({ data }), { data: { user_type: "default", features: 2 } });
  });

  it("come from here alone: where there is no map of features, there is none, whatever the answer says", () => {
    const features = createFeatures();
    features.intern(answer({ a: permission(true) }));
    for (const other of [1, 0, "1", null, undefined, [1], [], true]) {
      assert.equal(features.intern(answer(other)).user.permissions, null);
    }
    for (const body of [
      undefined,
      null,
      1,
      "user",
      [],
      { user: null },
      { user: [1] },
      { data: "features" },
    ]) {
      assert.deepEqual(features.intern(body), body);
    }
    const none = features.intern(answer({})).user.permissions;
    assert.deepEqual(Object.keys(features.show(none)), []);
  });

  it("are the same for what says the same as what is shown", () => {
    const features = createFeatures();
    const read = (permissions) => features.intern(answer(permissions)).user.permissions;
    const shown = read({ a: permission(true), b: permission(false) });
    const map = features.show(shown);
    assert.equal(read({ b: permission(false), a: permission(true) }), shown);
    const other = read({ a: permission(true) });
    assert.notEqual(other, shown);
    assert.equal(features.show(other).a, map.a, "an entry that says the same is the same");
    assert.equal(features.show(0), NO_FEATURES);
  });
});

describe("An answer of the very text of before", () => {
  const text = (facts) =>
    JSON.stringify({
      authenticated: true,
      user: { id: 7, token: null, permissions: { a: permission(true) } },
      ...facts,
    });
  const stage = () => {
    const cache = createCache();
    const read = (text) => cache.intern({ response: undefined, text });
    const show = ({ user }) => cache.show(user.permissions);
    return { read, show };
  };

  it("is the body of before, while what it says is shown, or to be shown", () => {
    const { read, show } = stage();
    const first = read(text());
    assert.equal(read(text()), first, "to be shown");
    const map = show(first);
    const again = read(text());
    assert.equal(again, first);
    assert.equal(show(again), map);
  });

  it("is read anew once something else is shown: its number would be of nothing", () => {
    const { read, show } = stage();
    const first = read(text());
    show(first);
    const other = read(text({ user: { id: 7, permissions: { b: permission(true) } } }));
    show(other);
    const again = read(text());
    assert.notEqual(again, first);
    assert.deepEqual(listed(show(again)), [["a", permission(true)]]);
  });

  it("is not cached once no user's features are shown", () => {
    const { read, show } = stage();
    const first = read(text());
    show(first);
    show({ user: { permissions: 0 } });
    assert.notEqual(read(text()), first);
  });

  it("is not cached where it holds a token, nor where it is no session", () => {
    for (const facts of [
      { user: { id: 7, token: "t0k.en", permissions: { a: permission(true) } } },
      { authenticated: undefined, access_token: "t0k.en" },
      { access_token: "t0k.en" },
      { authenticated: false },
    ]) {
      const { read } = stage();
      assert.notEqual(read(text(facts)), read(text(facts)));
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

  it("is told between any two maps, whichever the later one was compared with", () => {
    const first = readFeatures({ a: permission(true), b: permission(true) });
    const second = readFeatures({ a: permission(true), c: permission(true) }, first);
    const third = readFeatures({ b: permission(true), c: permission(true) }, second);
    const named = (previous, current) => changesBetween(previous, current).map(({ feature }) => feature);
    assert.deepEqual(named(first, second).sort(), ["b", "c"]);
    assert.deepEqual(named(second, third).sort(), ["a", "b"]);
    assert.deepEqual(named(first, third).sort(), ["a", "b", "c"], "`b` is listed anew");
    assert.deepEqual(named(third, NO_FEATURES).sort(), ["b", "c"]);
    assert.deepEqual(named(NO_FEATURES, first).sort(), ["a", "b"]);
  });
});
