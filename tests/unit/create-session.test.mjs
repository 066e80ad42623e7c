// What a session shows of what its way to the engine tells it.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createSessionOn } from "../../pkg/entry/create-session.js";
import { readOptions } from "../../pkg/entry/options.js";
import { UNKNOWN } from "../../pkg/entry/snapshot.js";

/** A session, and the face that it shows the way to its engine. */
function stage() {
  let face;
  let sso;
  const told = [];
  const link = { open() {}, isOver: () => false, tell: (news) => told.push(news), call() {}, close() {} };
  const connect = (made) => {
    face = made;
    return link;
  };
  const settings = readOptions({ baseUrl: "https://platform.invalid" });
  const session = createSessionOn(
    settings,
    connect,
    () => {},
    (given) => {
      sso = given;
    },
  );
  return { session, face, sso, told };
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

  it("is told of the sign-in windows that are open", () => {
    const { face, sso, told } = stage();
    const begin = () => {
      told.length = 0;
      face.starting();
      face.started();
      return [...told];
    };
    assert.deepEqual(begin(), []);
    sso.addWindows(1);
    sso.addWindows(1);
    sso.addWindows(-1);
    assert.deepEqual(told, ["window-opened", "window-opened", "window-opened"]);
    assert.deepEqual(begin(), ["window-opened"]);
    sso.addWindows(-1);
    assert.equal(told.at(-1), "window-gone");
    assert.deepEqual(begin(), []);
  });
});
