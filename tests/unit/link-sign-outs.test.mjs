// A sign-out that is called before an engine runs: its name, when it is sent, and which engine takes it over.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { SIGN_OUT_OVER } from "../../pkg/entry/boundary.js";
import { ADA, dispatch, initialOf, numbersOf, page, receive, stage, trap, wait } from "./link-stage.mjs";

describe("A sign-out before the engine", () => {
  it("has one name until it is over, in the message to other tabs and for the engine", async () => {
    const s = stage();
    s.call(1, "logout");
    s.call(2, "logout");
    const [first, second] = page.channel.posted;
    assert.equal(first, second);
    const name = Number(/^signed-out:(\d+)$/.exec(first)[1]);
    assert.ok(name > 0 && name < 2 ** 31);
    await s.load();
    assert.deepEqual(s.engineCalls(), ["begin", `signOut 1 ${name}`, `signOut 2 ${name}`, "run"]);
    const [, host] = s.calls[0];
    host.broadcast(SIGN_OUT_OVER, name);
    s.call(3, "logout");
    assert.notEqual(s.calls.at(-1)[2], name, "the next sign-out has its own name");
  });

  it("has a new name where it is called as another session of the page hears that the first sign-out is over", async () => {
    const s = stage();
    s.call(1, "logout");
    await s.load();
    const [, host] = s.calls[0];
    const [over] = numbersOf(page.channel.posted).map(Number);
    await signOutAtTheEndOf(over, s, 2);
    host.broadcast(SIGN_OUT_OVER, over);
    s.call(3, "logout");
    const [, second, third] = s.calls.flatMap(([name, , of]) => (name === "signOut" ? [of] : []));
    assert.ok(second !== over && third === second);
  });

  it("is sent at the first call, with credentials; each call tells the other tabs", () => {
    const s = stage();
    s.call(1, "logout");
    s.call(2, "logout");
    assert.equal(page.signOuts.length, 1);
    const { method, credentials, keepalive, redirect } = page.signOuts[0].init;
    assert.deepEqual([method, credentials, keepalive, redirect], ["POST", "include", false, "manual"]);
    assert.equal(page.channel.posted.length, 2);
    assert.deepEqual(s.users(), ["unauthenticated", "unauthenticated"]);
  });

  const exits = {
    "as the page is unloaded": () => dispatch("pagehide", false),
    "as the page goes into the cache": () => dispatch("pagehide"),
    "as the session is closed": ({ link }) => link.close(),
  };
  for (const [when, go] of Object.entries(exits)) {
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
        await wait();
        go(s);
        assert.deepEqual([page.signOuts.length, page.signOuts[1].init.keepalive], [2, true]);
      });

    for (const [what, ends] of Object.entries({
      "it is confirmed": ({ answer }) => answer({ success: true }),
      "it has failed, and a user has signed in elsewhere": ({ reject }) => reject(receive("signed-in")),
    }))
      it(`is not sent again ${when} once ${what}`, async () => {
        const s = stage();
        s.call(1, "logout");
        ends(page.signOuts[0]);
        await wait();
        go(s);
        assert.equal(page.signOuts.length, 1);
      });
  }

  it("is sent again at a call after it was confirmed", async () => {
    const s = stage();
    s.call(1, "logout");
    page.signOuts[0].answer({ success: true });
    await wait();
    s.call(2, "logout");
    assert.equal(page.signOuts.length, 2);
  });

  it("is sent again where a user has signed in elsewhere since the request under way was sent", async () => {
    const s = stage();
    s.call(1, "logout");
    receive("signed-in");
    s.call(2, "logout");
    assert.deepEqual(
      page.signOuts.map(({ init }) => init.signal.aborted),
      [true, false],
    );
  });

  it("is aborted at its deadline", async (test) => {
    const late = new AbortController();
    test.mock.method(AbortSignal, "timeout", () => late.signal);
    const s = stage();
    s.call(1, "logout");
    late.abort();
    assert.equal(page.signOuts[0].init.signal.aborted, true);
  });

  const endings = {
    "is closed": ({ link }) => link.close(),
    "ends, as the module can never load": ({ failToLoad }) => failToLoad(),
    "ends, as its engine traps": (s) => {
      s.engine.ask = trap;
      return s.load().then(() => s.call(9, "roles"));
    },
  };
  for (const [what, end] of Object.entries(endings))
    it(`is over, also for the other tabs, once it is confirmed to a session that ${what}`, async () => {
      const s = stage(undefined, false);
      s.call(1, "logout");
      await end(s);
      const over = page.channel.posted[0].replace("signed-out", "sign-out-over");
      assert.ok(!page.channel.posted.includes(over));
      for (const { answer } of page.signOuts) answer({ success: true });
      await wait();
      assert.deepEqual(page.channel.posted.slice(-2), [over, "closed"]);
    });

  it("is over at once, also for the other tabs, where it was confirmed before the session is closed", async () => {
    const s = stage();
    s.call(1, "logout");
    const over = page.channel.posted[0].replace("signed-out", "sign-out-over");
    page.signOuts[0].answer({ success: true });
    await wait();
    assert.ok(!page.channel.posted.includes(over), "an engine says so");
    s.link.close();
    assert.deepEqual(page.channel.posted.slice(-2), [over, "closed"]);
  });

  it("that its engine has not sent is sent, and told again, as the session is closed or the engine traps", async () => {
    for (const end of [(s) => s.link.close(), (s) => s.call(9, "roles")]) {
      page.signOuts.length = page.channel.posted.length = 0;
      const s = stage();
      await s.load();
      s.engine.ask = trap;
      s.call(1, "logout");
      assert.deepEqual(page.signOuts, []);
      end(s);
      const [first, second] = page.channel.posted;
      assert.deepEqual([page.signOuts.length, second], [1, first]);
    }
  });

  it("is superseded at once as the page is left, and so is a sign-in that is called after that", () => {
    const s = stage();
    s.call(1, "logout");
    dispatch("pagehide");
    s.call(2, "login");
    assert.deepEqual(s.refused(), ["1 superseded", "2 superseded"]);
  });

  it("is taken over by the engine as its request 2", async () => {
    const s = stage();
    s.call(1, "logout");
    dispatch("pagehide");
    dispatch("pageshow");
    await s.load();
    const [name] = numbersOf(page.channel.posted);
    const expected = [`signOut 1 ${name}`, "handleEvent leaving 0", "handleEvent online 0"];
    assert.deepEqual(s.engineCalls().slice(1, 4), expected);
    const [, host] = s.calls[0];
    host.read(2, undefined, undefined, true);
    page.signOuts[1].answer({ success: true });
    await wait();
    const [what, id] = s.calls.at(-1);
    assert.deepEqual([what, id, page.channel.posted.length], ["answered", 2, 1]);
  });

  it("that was sent again after a failure is taken over in its newest request", async () => {
    const s = stage();
    s.call(1, "logout");
    page.signOuts[0].reject(new TypeError());
    await wait();
    s.call(2, "logout");
    await s.load();
    const [, host] = s.calls[0];
    host.read(2, undefined, undefined, true);
    page.signOuts[1].answer({ success: true });
    await wait();
    assert.equal(s.calls.at(-1)[0], "answered");
  });

  it("makes no second engine where the page's own `fetch` calls the session while the module is requested again", async (test) => {
    const s = stage();
    await s.failToLoad();
    test.mock.method(globalThis, "fetch", (...request) => {
      s.call(2, "sso.config");
      return page.fetch(...request);
    });
    s.call(1, "logout");
    await s.load();
    await wait(1_100);
    assert.equal(s.loads.length, 2);
  });

  it("supersedes the calls of its identity; leaving the page supersedes the calls that wait for an engine", () => {
    const s = stage();
    for (const [at, kind] of ["fetch", "login", "start", "logout", "roles"].entries()) s.call(at + 1, kind);
    dispatch("pagehide");
    assert.deepEqual(s.refused(), ["1 superseded", "2 superseded", "3 superseded", "4 superseded"]);
  });

  it("is told to the other tabs once, and not by the engine, too", async () => {
    const s = stage(initialOf(ADA));
    s.call(1, "logout");
    await s.load();
    s.call(2, "logout");
    const [first, second] = page.channel.posted;
    assert.match(first, /^signed-out:\d+$/);
    assert.deepEqual(
      page.channel.posted,
      [first, first],
      "a second call tells them again: their locks may have ended",
    );
    assert.equal(second, first);
  });

  it("is passed to the engine once for each call: as many identities have ended", async () => {
    const s = stage();
    s.call(1, "logout");
    s.call(2, "logout");
    const { identity } = s.publications().at(-1);
    dispatch("pagehide");
    await s.load();
    const received = s.engineCalls().filter((call) => call.startsWith("signOut"));
    assert.deepEqual([received.length, identity], [2, 2]);
  });
});

/** Begins another session of the page, which calls the sign-out `id` on the session of `s` as it hears that the sign-out `over` has ended. */
async function signOutAtTheEndOf(over, s, id) {
  const other = stage(undefined, true, undefined, s.origin);
  await other.load();
  other.engine.handleEvent = (name, of) => {
    if (name === SIGN_OUT_OVER && of === over) s.call(id, "logout");
  };
}
