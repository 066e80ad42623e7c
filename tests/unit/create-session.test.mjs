// What a session shows of what its way to the engine tells it.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createSessionOn } from "../../pkg/entry/create-session.js";
import { readOptions } from "../../pkg/entry/options.js";
import { UNKNOWN } from "../../pkg/entry/snapshot.js";

/** A session, and the face that it shows the way to its engine. */
function stage() {
  let face;
  const link = { open() {}, isOver: () => false, tell() {}, call() {}, close() {} };
  const connect = (made) => {
    face = made;
    return link;
  };
  const settings = readOptions({ baseUrl: "https://platform.invalid" });
  const nothing = () => {};
  const session = createSessionOn(settings, connect, nothing, nothing);
  return { session, face };
}

describe("A session whose engine begins", () => {
  for (const [what, show] of [
    ["of an error", (face) => face.hide({ error: true, retryable: true })],
    ["of a user", (face) => face.show({ ...UNKNOWN, status: "authenticated", user: { id: 1 } })],
  ])
    it(`shows nothing any more ${what} that the engine does not know of`, () => {
      const { session, face } = stage();
      show(face);
      assert.notDeepEqual(session.snapshot, UNKNOWN);
      face.starting();
      face.started();
      assert.deepEqual(session.snapshot, UNKNOWN);
    });

  it("shows what the engine has shown", () => {
    const { session, face } = stage();
    face.starting();
    face.publish({ ...UNKNOWN, status: "unauthenticated", reason: "deactivated" });
    face.started();
    assert.equal(session.snapshot.reason, "deactivated");
  });
});
