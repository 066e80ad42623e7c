import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createStores } from "../../pkg/entry/feature-listeners.js";
import { changesBetween, readFeatures } from "../../pkg/entry/features.js";
import { createPermissions } from "../../pkg/entry/permissions.js";
import { UNKNOWN } from "../../pkg/entry/snapshot.js";
import { keepListeners } from "../../pkg/entry/subscribable.js";

// Node has no window: without this, a listener is called once, and dropped.
keepListeners();

/** Returns the permissions of a session with a status and features that `set` changes. */
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
    const isOtherStatus = status !== snapshot.status;
    snapshot = Object.freeze({ ...UNKNOWN, status, features });
    take(changed);
    stores.notify(changed, isOtherStatus);
    if (changed.length > 0) notify();
  };
  return { permissions, set, refresh };
}

/** Entries of features. */
const open = (name) => [name, { enabled: true, limit: null }];
const closed = (name) => [name, { enabled: false, limit: null }];

describe("Permissions", () => {
  it("grant nothing for a name that is no string", () => {
    const { permissions, set } = stage();
    set("authenticated", [open("a")]);
    for (const name of [undefined, null, 0, {}, [], Symbol("a")]) assert.equal(permissions.can(name), false);
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
});

describe("One feature", () => {
  it("says whether it is listed, and notifies its listeners where that alone changes", () => {
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
