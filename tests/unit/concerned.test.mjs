import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { keepListeners } from "../../pkg/entry/subscribable.js";
import { namesOf, permissionsOf, sessionBody } from "../bench/gates/page/features.js";
import { openEntry } from "../bench/gates/page/libraries/entry.js";

keepListeners();

const names = namesOf(200);

/** A signed-in entry with five gates a feature, and who was told since it was last asked. */
function stage() {
  const entry = openEntry();
  const publish = (permissions) => entry.publish(permissions && sessionBody(permissions));
  publish(permissionsOf(names));
  let told = [];
  for (const name of [...names, ...names, ...names, ...names, ...names])
    entry.gate({ feature: name }).subscribe(() => told.push(name));
  for (const name of names) entry.permissions.feature(name).subscribe(() => told.push(`entry of ${name}`));
  const take = () => {
    const taken = told.sort();
    told = [];
    return taken;
  };
  take();
  return { publish, take };
}

describe("A publication", () => {
  it("tells exactly those who watch what changed", () => {
    const { publish, take } = stage();
    publish(permissionsOf(names, new Set([names[7]])));
    assert.deepEqual(take(), [`entry of ${names[7]}`, ...Array(5).fill(names[7])]);
    publish(permissionsOf(names, new Set([names[8]])));
    assert.equal(take().length, 12, "one turns back, and one turns");
  });

  it("tells no gate of a limit that changed", () => {
    const { publish, take } = stage();
    const permissions = permissionsOf(names);
    publish({ ...permissions, [names[3]]: { ...permissions[names[3]], limit: { perDay: 1 } } });
    assert.deepEqual(take(), [`entry of ${names[3]}`]);
  });

  it("tells nobody where nothing changed, or `stale` alone did", () => {
    const { publish, take } = stage();
    publish(permissionsOf(names));
    publish();
    publish(permissionsOf(names));
    assert.deepEqual(take(), []);
  });
});
