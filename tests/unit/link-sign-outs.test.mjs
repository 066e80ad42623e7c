// A sign-out that is called before an engine runs: its name, when it is sent, and which engine takes it up.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { SIGN_OUT_OVER } from "../../pkg/entry/boundary.js";
import { ADA, initialOf, numbersOf, page, say, soon, stage, trap, turn } from "./link-stage.mjs";

describe("A sign-out before the engine", () => {
  it("has one name while it stands: in the message to other tabs, and for the engine", async () => {
    const s = stage();
    s.call(1, "logout");
    s.call(2, "logout");
    const [first, second] = page.channel.said;
    assert.equal(first, second);
    const name = Number(/^signed-out:(\d+)$/.exec(first)[1]);
    assert.ok(name > 0 && name < 2 ** 31);
    await s.come();
    assert.deepEqual(s.engineCalls(), ["begin", `signOut 1 ${name}`, `signOut 2 ${name}`, "run"]);
    const [, host] = s.calls[0];
    host.broadcast(SIGN_OUT_OVER, name);
    s.call(3, "logout");
    assert.notEqual(s.calls.at(-1)[2], name, "the next one has its own");
  });

  it("has another name where it is called as another session of the page hears that one is over", async () => {
    const s = stage();
    s.call(1, "logout");
    await s.come();
    const [, host] = s.calls[0];
    const [over] = numbersOf(page.channel.said).map(Number);
    await signsOutOnceItHearsOf(over, s, 2);
    host.broadcast(SIGN_OUT_OVER, over);
    s.call(3, "logout");
    const [, second, third] = s.calls.flatMap(([name, , of]) => (name === "signOut" ? [of] : []));
    assert.ok(second !== over && third === second);
  });

  it("is sent at its call, once, with credentials, and each call tells of it", () => {
    const s = stage();
    s.call(1, "logout");
    s.call(2, "logout");
    assert.equal(page.signOuts.length, 1);
    const { method, credentials, keepalive, redirect } = page.signOuts[0].init;
    assert.deepEqual([method, credentials, keepalive, redirect], ["POST", "include", false, "manual"]);
    assert.equal(page.channel.said.length, 2);
    assert.deepEqual(s.users(), ["unauthenticated", "unauthenticated"]);
  });

  const goes = {
    "as the page is unloaded": () => turn("pagehide", false),
    "as the page goes into the cache": () => turn("pagehide"),
    "as the session is closed": ({ link }) => link.close(),
  };
  for (const [when, go] of Object.entries(goes)) {
    it(`that is under way is sent once more ${when}, in a way that outlives it, and the first request is given up`, () => {
      const s = stage();
      s.call(1, "logout");
      go(s);
      const [first, second] = page.signOuts.map(({ init }) => init);
      assert.deepEqual([page.signOuts.length, first.signal.aborted, second.keepalive], [2, true, true]);
    });

    for (const [what, fails] of Object.entries({
      "an answer that does not confirm it": ({ answer }) => answer({ success: false }),
      "a loss": ({ reject }) => reject(new TypeError()),
    }))
      it(`is sent once more ${when}, after ${what}`, async () => {
        const s = stage();
        s.call(1, "logout");
        fails(page.signOuts[0]);
        await soon();
        go(s);
        assert.deepEqual([page.signOuts.length, page.signOuts[1].init.keepalive], [2, true]);
      });

    for (const [what, ends] of Object.entries({
      "it is confirmed": ({ answer }) => answer({ success: true }),
      "it has failed, and a user has signed in elsewhere": ({ reject }) => reject(say("signed-in")),
    }))
      it(`is not sent again ${when} once ${what}`, async () => {
        const s = stage();
        s.call(1, "logout");
        ends(page.signOuts[0]);
        await soon();
        go(s);
        assert.equal(page.signOuts.length, 1);
      });
  }

  it("is called anew, and sent, after it was confirmed", async () => {
    const s = stage();
    s.call(1, "logout");
    page.signOuts[0].answer({ success: true });
    await soon();
    s.call(2, "logout");
    assert.equal(page.signOuts.length, 2);
  });

  it("is sent where a user has signed in elsewhere since the one that is under way", async () => {
    const s = stage();
    s.call(1, "logout");
    say("signed-in");
    s.call(2, "logout");
    assert.deepEqual(
      page.signOuts.map(({ init }) => init.signal.aborted),
      [true, false],
    );
  });

  it("has failed once its time is over", async (test) => {
    const late = new AbortController();
    test.mock.method(AbortSignal, "timeout", () => late.signal);
    const s = stage();
    s.call(1, "logout");
    late.abort();
    assert.equal(page.signOuts[0].init.signal.aborted, true);
  });

  const ends = {
    "is closed": ({ link }) => link.close(),
    "ends, as the module never can come": ({ fail }) => fail(),
    "ends, as its engine traps": (s) => {
      s.engine.ask = trap;
      return s.come().then(() => s.call(9, "roles"));
    },
  };
  for (const [what, end] of Object.entries(ends))
    it(`is over, for the other tabs too, once it is answered to a session that ${what}`, async () => {
      const s = stage(undefined, false);
      s.call(1, "logout");
      await end(s);
      const over = page.channel.said[0].replace("signed-out", "sign-out-over");
      assert.ok(!page.channel.said.includes(over));
      for (const { answer } of page.signOuts) answer({ success: true });
      await soon();
      assert.deepEqual(page.channel.said.slice(-2), [over, "closed"]);
    });

  it("is over at once, for the other tabs too, where it was confirmed before the session is closed", async () => {
    const s = stage();
    s.call(1, "logout");
    const over = page.channel.said[0].replace("signed-out", "sign-out-over");
    page.signOuts[0].answer({ success: true });
    await soon();
    assert.ok(!page.channel.said.includes(over), "an engine says so");
    s.link.close();
    assert.deepEqual(page.channel.said.slice(-2), [over, "closed"]);
  });

  it("is sent, and told anew, as the session is closed, or its engine traps, which had not ended it", async () => {
    for (const end of [(s) => s.link.close(), (s) => s.call(9, "roles")]) {
      page.signOuts.length = page.channel.said.length = 0;
      const s = stage();
      await s.come();
      s.engine.ask = trap;
      s.call(1, "logout");
      assert.deepEqual(page.signOuts, []);
      end(s);
      const [first, second] = page.channel.said;
      assert.deepEqual([page.signOuts.length, second], [1, first]);
    }
  });

  it("ends at once where the page goes, and so does a sign-in that is called after that", () => {
    const s = stage();
    s.call(1, "logout");
    turn("pagehide");
    s.call(2, "login");
    assert.deepEqual(s.refused(), ["1 superseded", "2 superseded"]);
  });

  it("is taken up by the engine that comes: its request has the number 2", async () => {
    const s = stage();
    s.call(1, "logout");
    turn("pagehide");
    turn("pageshow");
    await s.come();
    const [name] = numbersOf(page.channel.said);
    const heard = [`signOut 1 ${name}`, "handleEvent leaving 0", "handleEvent online 0"];
    assert.deepEqual(s.engineCalls().slice(1, 4), heard);
    const [, host] = s.calls[0];
    host.read(2, undefined, undefined, true);
    page.signOuts[1].answer({ success: true });
    await soon();
    const [what, id] = s.calls.at(-1);
    assert.deepEqual([what, id, page.channel.said.length], ["answered", 2, 1]);
  });

  it("that has failed is taken up in its newest request", async () => {
    const s = stage();
    s.call(1, "logout");
    page.signOuts[0].reject(new TypeError());
    await soon();
    s.call(2, "logout");
    await s.come();
    const [, host] = s.calls[0];
    host.read(2, undefined, undefined, true);
    page.signOuts[1].answer({ success: true });
    await soon();
    assert.equal(s.calls.at(-1)[0], "answered");
  });

  it("with a request that makes the page's own `fetch` call the session, as the module is asked for anew, makes no second engine", async (test) => {
    const s = stage();
    await s.fail();
    test.mock.method(globalThis, "fetch", (...request) => {
      s.call(2, "sso.config");
      return page.fetch(...request);
    });
    s.call(1, "logout");
    await s.come();
    await soon(1_100);
    assert.equal(s.loads.length, 2);
  });

  it("ends what waits for its identity, and the page as it goes what waits for an engine", () => {
    const s = stage();
    for (const [at, kind] of ["fetch", "login", "start", "logout", "roles"].entries()) s.call(at + 1, kind);
    turn("pagehide");
    assert.deepEqual(s.refused(), ["1 superseded", "2 superseded", "3 superseded", "4 superseded"]);
  });

  it("is told to the other tabs once, and not by the engine, too", async () => {
    const s = stage(initialOf(ADA));
    s.call(1, "logout");
    await s.come();
    s.call(2, "logout");
    const [first, second] = page.channel.said;
    assert.match(first, /^signed-out:\d+$/);
    assert.deepEqual(
      page.channel.said,
      [first, first],
      "a second call tells them again: their locks may have ended",
    );
    assert.equal(second, first);
  });

  it("is told once for each call: so many identities have ended", async () => {
    const s = stage();
    s.call(1, "logout");
    s.call(2, "logout");
    const { identity } = s.publications().at(-1);
    turn("pagehide");
    await s.come();
    const received = s.engineCalls().filter((call) => call.startsWith("signOut"));
    assert.deepEqual([received.length, identity], [2, 2]);
  });
});

/** Another session of the page begins, and signs out on this one as it hears that this sign-out is over. */
async function signsOutOnceItHearsOf(over, s, id) {
  const other = stage(undefined, true, undefined, s.origin);
  await other.come();
  other.engine.handleEvent = (name, of) => {
    if (name === SIGN_OUT_OVER && of === over) s.call(id, "logout");
  };
}
