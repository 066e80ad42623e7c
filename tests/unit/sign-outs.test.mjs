// The sign-outs that a page knows of, and its sessions that hear of them.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { HAPPENINGS, LONGEST_LOCK_MS, SIGNED_OUT } from "../../pkg/entry/boundary.js";
import { addSignOut, endSignOut, removeSignOuts, watchSignOuts } from "../../pkg/entry/sign-outs.js";

const ORIGIN = "https://platform.invalid";

/** A session of the page, and what it gets. */
function session({ origin = ORIGIN, timeoutMs = 120_000 } = {}) {
  const received = [];
  const listener = (happening, id, age) => {
    received.push(`${HAPPENINGS[happening]} ${id}`);
    // A session does this, too, for sessions that begin later.
    if (happening === SIGNED_OUT) addSignOut(id, origin, age);
  };
  watchSignOuts({ origin, timeoutMs }, listener);
  return { received, listener };
}

const receivedBy = (sessions) => sessions.map(({ received }) => received);

describe("A sign-out that this page knows of", () => {
  it("is got by each session of its deployment that begins before it is over", () => {
    addSignOut(7, ORIGIN);
    const sessions = [session(), session(), session({ origin: "https://elsewhere.invalid" })];
    const itself = session();
    endSignOut(7, itself.listener);
    sessions.push(itself, session());
    assert.deepEqual(receivedBy(sessions), [
      ["signed-out 7", "sign-out-over 7"],
      ["signed-out 7", "sign-out-over 7"],
      [],
      ["signed-out 7"],
      [],
    ]);
  });

  it("is over where a user signs in here", () => {
    addSignOut(7, ORIGIN);
    addSignOut(8, "https://elsewhere.invalid");
    removeSignOuts(ORIGIN);
    const sessions = [session(), session({ origin: "https://elsewhere.invalid" })];
    assert.deepEqual(receivedBy(sessions), [[], ["signed-out 8"]]);
    endSignOut(8);
  });

  it("locks no session that begins after the time that another tab's lock lasts at most", (test) => {
    addSignOut(7, ORIGIN);
    const { now } = Date;
    for (const [age, timeoutMs, received] of [
      [LONGEST_LOCK_MS - 1_000, 120_000, ["signed-out 7"]],
      [LONGEST_LOCK_MS, 120_000, []],
      [2_000, 1_000, []],
    ]) {
      test.mock.method(Date, "now", () => now() + age);
      const next = session({ timeoutMs });
      assert.deepEqual(next.received, received);
    }
    endSignOut(7);
  });
});
