// Sign-outs that the entry sends, and the sessions of the page that learn of them.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sendSignOut, watchSignOuts } from "../../pkg/entry/keepalive-sign-out.js";
import { fakePage } from "./fake-page.mjs";
import { constant } from "./rust-source.mjs";

const ORIGIN = "https://platform.invalid";
let ends;
fakePage(() => ({
  fetch: () =>
    new Promise((answer, fail) => {
      ends = { answer, fail };
    }),
}));

/** A session of the page, and what its listener gets. */
function session(origin = ORIGIN) {
  const messages = [];
  const closing = new AbortController();
  watchSignOuts(origin, (name, id) => messages.push(`${name} ${id}`), closing.signal);
  return { messages, close: () => closing.abort() };
}

describe("A sign-out that the entry sends", () => {
  for (const end of ["answer", "fail"])
    it(`is messages of by each session of its deployment that begins meanwhile, until it is over: ${end}`, async () => {
      const [before, elsewhere] = [session(), session("https://elsewhere.invalid")];
      const over = sendSignOut(7, ORIGIN);
      const [after, closed] = [session(), session()];
      closed.close();
      ends[end](Response.json({}));
      await over;
      const late = session();
      assert.deepEqual(
        [before, after, closed, elsewhere, late].map(({ messages }) => messages),
        [["sign-out-over 7"], ["signed-out 7", "sign-out-over 7"], ["signed-out 7"], [], []],
      );
      for (const each of [before, after, elsewhere, late]) each.close();
    });

  it("is one of several, and ends for itself", async () => {
    const first = sendSignOut(1, ORIGIN);
    const { answer } = ends;
    const second = sendSignOut(2, ORIGIN);
    const { messages, close } = session();
    answer(Response.json({}));
    await first;
    assert.deepEqual(messages, ["signed-out 1", "signed-out 2", "sign-out-over 1"]);
    ends.answer(Response.json({}));
    await second;
    close();
  });

  it("locks no session that begins after the time that another tab's lock lasts at most", async (test) => {
    const over = sendSignOut(7, ORIGIN);
    const { now } = Date;
    const longest = constant("core/state/lock.rs", "LONGEST_MS");
    for (const [age, messages] of [
      [longest - 1_000, ["signed-out 7"]],
      [longest, []],
    ]) {
      test.mock.method(Date, "now", () => now() + age);
      const next = session();
      assert.deepEqual(next.messages, messages);
      next.close();
    }
    ends.answer(Response.json({}));
    await over;
  });
});
