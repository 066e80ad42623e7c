// Sign-outs that the entry sends, and the sessions of the page that hear of them.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { addSignOut, removeSignOut, sendSignOut, watchSignOuts } from "../../pkg/entry/sign-outs.js";
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

/** A session of the page, and what it hears. */
function session(origin = ORIGIN) {
  const heard = [];
  const closing = new AbortController();
  watchSignOuts(origin, (name, id) => heard.push(`${name} ${id}`), closing.signal);
  return { heard, close: () => closing.abort() };
}

describe("A sign-out that the entry sends", () => {
  for (const end of ["answer", "fail"])
    it(`is heard of by each session of its deployment that begins meanwhile, until it is over: ${end}`, async () => {
      const [before, elsewhere] = [session(), session("https://elsewhere.invalid")];
      const over = sendSignOut(7, ORIGIN);
      const [after, closed] = [session(), session()];
      closed.close();
      ends[end](Response.json({}));
      await over;
      const late = session();
      assert.deepEqual(
        [before, after, closed, elsewhere, late].map(({ heard }) => heard),
        [["sign-out-over 7"], ["signed-out 7", "sign-out-over 7"], ["signed-out 7"], [], []],
      );
      for (const each of [before, after, elsewhere, late]) each.close();
    });

  it("stands from its call on, whoever sends it, until a session says that it is over", () => {
    addSignOut(7, ORIGIN);
    const during = session();
    removeSignOut(7);
    const after = session();
    assert.deepEqual([during.heard, after.heard], [["signed-out 7"], []]);
    for (const each of [during, after]) each.close();
  });

  it("is one of several, and ends for itself", async () => {
    const first = sendSignOut(1, ORIGIN);
    const { answer } = ends;
    const second = sendSignOut(2, ORIGIN);
    const { heard, close } = session();
    answer(Response.json({}));
    await first;
    assert.deepEqual(heard, ["signed-out 1", "signed-out 2", "sign-out-over 1"]);
    ends.answer(Response.json({}));
    await second;
    close();
  });

  it("locks no session that begins after the time that another tab's lock lasts at most", async (test) => {
    const over = sendSignOut(7, ORIGIN);
    const { now } = Date;
    const longest = constant("core/state/lock.rs", "LONGEST_MS");
    for (const [age, heard] of [
      [longest - 1_000, ["signed-out 7"]],
      [longest, []],
    ]) {
      test.mock.method(Date, "now", () => now() + age);
      const next = session();
      assert.deepEqual(next.heard, heard);
      next.close();
    }
    ends.answer(Response.json({}));
    await over;
  });
});
