// The sign-outs that a page knows of, which lock its later sessions.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { HAPPENINGS, LONGEST_LOCK_MS, SIGNED_OUT } from "../../pkg/entry/boundary.js";
import { addSignOut, endSignOut, removeSignOuts, watchSignOuts } from "../../pkg/entry/sign-outs.js";

const ORIGIN = "https://platform.invalid";

/** Begins a session of the page, and returns the list of the sign-outs that it hears of. */
function session({ origin = ORIGIN, timeoutMs = 120_000 } = {}) {
  const received = [];
  watchSignOuts({ origin, timeoutMs }, (happening, id, age) => {
    received.push(`${HAPPENINGS[happening]} ${id}`);
    // A real session does this, too, for sessions that begin later.
    if (happening === SIGNED_OUT) addSignOut(id, origin, age);
  });
  return received;
}

describe("A sign-out that this page knows of", () => {
  it("is over where a user signs in here", () => {
    addSignOut(7, ORIGIN);
    addSignOut(8, "https://elsewhere.invalid");
    removeSignOuts(ORIGIN);
    const sessions = [session(), session({ origin: "https://elsewhere.invalid" })];
    assert.deepEqual(sessions, [[], ["signed-out 8"]]);
    endSignOut(8);
  });

  it("locks no session that begins after the longest time that a lock of another tab lasts", (test) => {
    addSignOut(7, ORIGIN);
    const { now } = Date;
    for (const [age, timeoutMs, received] of [
      [LONGEST_LOCK_MS - 1_000, 120_000, ["signed-out 7"]],
      [LONGEST_LOCK_MS, 120_000, []],
      [2_000, 1_000, []],
    ]) {
      test.mock.method(Date, "now", () => now() + age);
      assert.deepEqual(session({ timeoutMs }), received);
    }
    endSignOut(7);
  });
});
