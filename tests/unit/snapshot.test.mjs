import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { freezeDeep, keep } from "../../pkg/entry/snapshot.js";

describe("keep", () => {
  it("returns the earlier value where the new one is equal", () => {
    const before = freezeDeep({ id: 7, company: { id: 1 } });
    assert.equal(keep(before, { id: 7, company: { id: 1 } }), before);
    assert.equal(keep(null, null), null);
    assert.equal(keep(before, null), null);
  });

  it("compares values that are nested deeper than calls can be", () => {
    const deep = (end) => JSON.parse(`${"[".repeat(50_000)}${end}${"]".repeat(50_000)}`);
    const before = freezeDeep(deep(1));
    assert.equal(keep(before, deep(1)), before);
    assert.notEqual(keep(before, deep(2)), before);
  });

  it("returns the new value, deep-frozen, where it differs", () => {
    const after = keep(freezeDeep({ id: 7, company: { id: 1 } }), { id: 7, company: { id: 2 } });
    assert.deepEqual(after, { id: 7, company: { id: 2 } });
    assert.ok(Object.isFrozen(after) && Object.isFrozen(after.company));
  });
});
