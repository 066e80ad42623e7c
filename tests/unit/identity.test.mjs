import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createPublisher } from "../../pkg/entry/publisher.js";
import { UNKNOWN } from "../../pkg/entry/snapshot.js";
import { keepListeners } from "../../pkg/entry/subscribable.js";

// Node has no window: without this, a listener is called once, and dropped.
keepListeners();

/** Returns a publisher. Its parts do nothing, but for those given. */
const publisherOf = (parts = {}, session = new EventTarget()) =>
  createPublisher(session, {
    createIdentityFetch() {},
    takePermissions() {},
    notifyPermissions() {},
    ...parts,
  });
const signedInAs = (id) => ({ ...UNKNOWN, status: "authenticated", user: { id } });

describe("An identity", () => {
  it("dispatches its end once, before any listener hears of the next", () => {
    const session = new EventTarget();
    const seen = [];
    const publisher = publisherOf({ notifyPermissions: () => seen.push("permissions") }, session);
    const { key, signal } = publisher.identity();
    session.addEventListener("identity-ended", ({ detail }) => {
      assert.ok(Object.isFrozen(detail) && signal.aborted);
      seen.push(`ended ${detail.key - key}, shows ${publisher.snapshot().user.id}`);
    });
    session.addEventListener("signed-in", () => seen.push("signed-in"));
    publisher.publish({ ...signedInAs(1), identity: 0 });
    publisher.subscribe(({ user }) => seen.push(`snapshot ${user?.id}`));
    assert.deepEqual(seen.splice(0), ["permissions", "snapshot 1"]);
    publisher.publish({ ...signedInAs(2), identity: 1, sessionEvents: [{ type: "signed-in" }] });
    assert.deepEqual(seen, ["ended 0, shows 2", "permissions", "snapshot 2", "signed-in"]);
    assert.notEqual(publisher.identity().key, key);
    // The same identity: no further end is dispatched.
    publisher.publish({ ...signedInAs(2), stale: true });
    publisher.publish({ ...UNKNOWN, identity: 1 });
    assert.equal(seen.filter((each) => each.startsWith("ended")).length, 1);
  });

  it("dispatches `identity-ended` before the next snapshot also where a listener of its signal publishes that", () => {
    const session = new EventTarget();
    const seen = [];
    const publisher = publisherOf({}, session);
    publisher.publish({ ...signedInAs(1), identity: 0 });
    publisher.identity().signal.addEventListener("abort", () => {
      publisher.publish({ ...signedInAs(2), stale: true });
    });
    session.addEventListener("identity-ended", () => seen.push("ended"));
    publisher.subscribe(({ user }) => seen.push(user.id));
    publisher.publish({ ...signedInAs(2), identity: 1 });
    assert.deepEqual(seen.slice(0, 3), [1, "ended", 2]);
  });
});
