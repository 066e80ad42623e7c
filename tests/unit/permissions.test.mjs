import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createStores } from "../../pkg/entry/feature-listeners.js";
import { changesBetween, readFeatures } from "../../pkg/entry/features.js";
import { createPermissions } from "../../pkg/entry/permissions.js";
import { NO_FEATURES, UNKNOWN } from "../../pkg/entry/snapshot.js";
import { keepListeners } from "../../pkg/entry/subscribable.js";

keepListeners();

/** Permissions of a session that is set from outside. */
function stage() {
  let snapshot = UNKNOWN;
  const refresh = async () => snapshot.features;
  const stores = createStores(() => {});
  const { permissions, take, notify } = createPermissions(
    () => snapshot,
    () => UNKNOWN,
    refresh,
    stores,
  );
  const set = (status, listed = []) => {
    const features = readFeatures(Object.fromEntries(listed), snapshot.features);
    const changed = changesBetween(snapshot.features, features);
    const turned = status !== snapshot.status;
    snapshot = Object.freeze({ ...UNKNOWN, status, features });
    take(changed);
    stores.notify(changed, turned);
    if (changed.length > 0) notify();
  };
  return { permissions, set, refresh };
}

const open = (name) => [name, { enabled: true, limit: null }];
const closed = (name) => [name, { enabled: false, limit: null }];

describe("Permissions", () => {
  it("open on `enabled: true` for that very name, and on nothing else", () => {
    const { permissions, set } = stage();
    set("authenticated", [open("a"), closed("b")]);
    assert.equal(permissions.can("a"), true);
    for (const name of ["b", "c", "A", "a ", "", "__proto__", "constructor", "toString", "hasOwnProperty"]) {
      assert.equal(permissions.can(name), false, name);
      assert.equal(permissions.state(name), "denied", name);
    }
    for (const name of [undefined, null, 0, {}, [], Symbol("a")]) assert.equal(permissions.can(name), false);
    assert.equal(permissions.get("c"), undefined);
    assert.deepEqual(permissions.get("b"), { enabled: false, limit: null });
  });

  it("open on an inherited name where the deployment lists it", () => {
    const { permissions, set } = stage();
    set("authenticated", [open("__proto__"), open("constructor")]);
    assert.deepEqual([permissions.can("__proto__"), permissions.can("constructor")], [true, true]);
    assert.deepEqual([permissions.can("toString"), permissions.can("enabled")], [false, false]);
  });

  it("stay closed, and unknown, until the session is known", () => {
    const { permissions, set } = stage();
    assert.deepEqual([permissions.state("a"), permissions.can("a")], ["unknown", false]);
    set("unauthenticated");
    assert.deepEqual([permissions.state("a"), permissions.can("a")], ["denied", false]);
    set("authenticated", [open("a")]);
    assert.deepEqual([permissions.state("a"), permissions.can("a")], ["granted", true]);
  });

  it("have bound methods, and are frozen", async () => {
    const { permissions, set, refresh } = stage();
    set("authenticated", [open("a")]);
    const { can, state, get, feature, subscribe } = permissions;
    assert.deepEqual(
      [can("a"), state("a"), get("a").enabled, feature("a").value.enabled],
      [true, "granted", true, true],
    );
    assert.equal(typeof subscribe(() => {}), "function");
    assert.equal(permissions.refresh, refresh);
    assert.ok(
      Object.isFrozen(permissions) && Object.isFrozen(permissions.features) && Object.isFrozen(feature("a")),
    );
    assert.equal(permissions.features, await permissions.refresh());
  });

  it("tell their listeners of the map, and only when it changes", () => {
    const { permissions, set } = stage();
    const received = [];
    permissions.subscribe((features) => received.push(features));
    set("unauthenticated");
    set("authenticated", [open("a")]);
    set("authenticated", [open("a")]);
    set("authenticated", [closed("a")]);
    assert.deepEqual(
      received.map((features) => ({ ...features })),
      [{}, { a: { enabled: true, limit: null } }, { a: { enabled: false, limit: null } }],
    );
    assert.equal(received.at(-1), permissions.features);
  });
});

describe("One feature", () => {
  it("tells its listeners when it changes, and not when another does", () => {
    const { permissions, set } = stage();
    const received = { a: [], b: [] };
    for (const name of ["a", "b"])
      permissions.feature(name).subscribe((now) => received[name].push(now?.enabled));
    set("authenticated", [open("a"), closed("b")]);
    set("authenticated", [open("a"), open("b")]);
    set("authenticated", [open("b")]);
    set("unauthenticated");
    assert.deepEqual(received, { a: [undefined, true, undefined], b: [undefined, false, true, undefined] });
  });

  it("is the same subscribable however often it is asked for, with the value of now", () => {
    const { permissions, set } = stage();
    const feature = permissions.feature("a");
    assert.equal(permissions.feature("a"), feature);
    assert.notEqual(permissions.feature("b"), feature);
    assert.equal(feature.value, undefined);
    set("authenticated", [open("a")]);
    assert.equal(feature.value, permissions.get("a"));
  });

  it("is told once of a change that a listener of another feature made", () => {
    const { permissions, set } = stage();
    const received = { b: [], map: [] };
    permissions.feature("a").subscribe((now) => {
      if (now?.enabled) set("authenticated", [closed("a"), open("b")]);
    });
    permissions.feature("b").subscribe((now) => received.b.push(now?.enabled));
    permissions.subscribe((features) => received.map.push(features));
    set("authenticated", [open("a"), closed("b")]);
    assert.deepEqual(received.b, [undefined, true]);
    assert.deepEqual(received.map, [NO_FEATURES, permissions.features]);
  });

  it("says whether it is listed, and tells when that alone changes", () => {
    const { permissions, set } = stage();
    const seen = [];
    const reading = permissions.reading("a");
    reading.subscribe(({ state, listed }) => seen.push(`${state} ${listed}`));
    set("authenticated", []);
    set("authenticated", [closed("a")]);
    const { value } = reading;
    set("authenticated", [closed("a"), open("b")]);
    assert.equal(reading.value, value, "the same object until something in it changes");
    set("authenticated", [open("a")]);
    assert.deepEqual(seen, ["unknown false", "denied false", "denied true", "granted true"]);
  });
});
