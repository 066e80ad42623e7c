// A sign-out that is called before an engine runs: its name, who sends it, and when it is over.

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

  it("is pending where it is called as another session of the page hears that one which the entry has sent is over", async () => {
    const s = stage();
    s.call(1, "logout");
    const [over] = numbersOf(page.channel.said).map(Number);
    turn("pagehide");
    await signsOutOnceItHearsOf(over, s, 2);
    page.signOuts[0].answer({ success: true });
    await soon();
    assert.equal(s.publications().at(-1).signOutPending, true);
  });

  const goes = {
    "as the page is unloaded": () => turn("pagehide", false),
    "as the page goes into the cache": () => turn("pagehide"),
    "as the session is closed": ({ link }) => link.close(),
    "as the module does not come": ({ fail }) => fail(),
    "as the engine traps": (s) => {
      s.engine.ask = trap;
      return s.come().then(() => s.call(9, "roles"));
    },
  };
  for (const [when, go] of Object.entries(goes))
    it(`is sent by the entry ${when}, once, with credentials, in a way that outlives the page, and is over once it is answered`, async () => {
      const s = stage();
      s.call(1, "logout");
      s.call(2, "logout");
      assert.deepEqual(page.signOuts, []);
      await go(s);
      assert.equal(page.signOuts.length, 1);
      const { method, credentials, keepalive, redirect } = page.signOuts[0].init;
      assert.deepEqual([method, credentials, keepalive, redirect], ["POST", "include", true, "manual"]);
      const [said] = page.channel.said;
      assert.ok(!page.channel.said.some((message) => message.startsWith("sign-out-over")));
      page.signOuts[0].answer({ success: true });
      await soon();
      assert.ok(page.channel.said.includes(said.replace("signed-out", "sign-out-over")));
      s.link.close();
      assert.equal(page.signOuts.length, 1);
    });

  for (const persisted of [true, false])
    it(`is sent at once where it is called on a page that ${persisted ? "goes into the cache" : "is unloaded"}`, () => {
      const s = stage();
      turn("pagehide", persisted);
      s.call(1, "logout");
      assert.equal(page.signOuts.length, 1);
    });

  it("is sent once, and a sign-in that is called after the page went ends at once", () => {
    const s = stage();
    s.call(1, "logout");
    turn("pagehide");
    s.call(2, "login");
    assert.equal(page.signOuts.length, 1);
    assert.deepEqual(s.refused(), ["1 superseded", "2 superseded"]);
  });

  const ends = {
    "a user signs in elsewhere": () => say("signed-in"),
    "the page calls refresh()": (s) => s.call(2, "refresh"),
  };
  for (const [what, happens] of Object.entries(ends))
    it(`that has failed is over once ${what}; one that was not answered is not`, async () => {
      for (const hasFailed of [true, false]) {
        page.signOuts.length = page.channel.said.length = 0;
        const s = stage();
        s.call(1, "logout");
        const over = page.channel.said[0].replace("signed-out", "sign-out-over");
        await s.fail();
        if (hasFailed) page.signOuts[0].reject(new TypeError());
        await soon();
        happens(s);
        assert.equal(page.channel.said.includes(over), hasFailed);
        turn("pagehide", false);
        assert.equal(page.signOuts.length, 1, "not again, or still under way");
      }
    });

  it("that has failed may be given up while it is sent again, and that request is a sign-out until it has ended", async () => {
    const s = stage();
    s.call(1, "logout");
    await s.fail();
    page.signOuts[0].reject(new TypeError());
    await soon();
    page.channel.said.length = 0;
    turn("pagehide");
    assert.equal(page.signOuts.length, 2);
    const [request] = numbersOf(page.channel.said);
    say("signed-in");
    assert.equal(page.channel.said.length, 2);
    assert.ok(!page.channel.said.includes(`sign-out-over:${request}`));
    page.signOuts[1].reject(new TypeError());
    await soon();
    assert.equal(page.channel.said[2], `sign-out-over:${request}`);
    turn("pagehide", false);
    assert.equal(page.signOuts.length, 2, "not again");
  });

  it("that is still under way as the engine's own has ended is another tab's to the engine, and to the other tabs", async () => {
    const s = stage();
    s.call(1, "logout");
    turn("pagehide");
    turn("pageshow");
    await s.come();
    const [name, request] = numbersOf(page.channel.said);
    const heard = [`signOut 1 ${name}`, `handleEvent sign-out-sent ${request}`, "handleEvent leaving 0"];
    assert.deepEqual(s.engineCalls().slice(1, 4), heard);
    const [, host] = s.calls[0];
    host.broadcast(SIGN_OUT_OVER, name);
    page.signOuts[0].answer({ success: true });
    await soon();
    const over = [`sign-out-over:${name}`, `sign-out-over:${request}`];
    assert.deepEqual(page.channel.said.slice(2), over);
    assert.equal(s.engineCalls().at(-1), `handleEvent sign-out-over ${request}`);
  });

  it("with a request that makes the page's own `fetch` call the session, as the module does not come, makes no second engine", async (test) => {
    const s = stage();
    s.call(1, "logout");
    test.mock.method(globalThis, "fetch", (...request) => {
      s.call(2, "sso.config");
      return page.fetch(...request);
    });
    await s.fail();
    await s.come();
    await soon(1_100);
    assert.equal(s.loads.length, 2);
  });

  it("that the entry has sent is another tab's to the engine, until it is over", async () => {
    const s = stage();
    for (const [at, kind] of ["fetch", "login", "start", "logout", "roles"].entries()) s.call(at + 1, kind);
    turn("pagehide");
    const refused = ["1 superseded", "2 superseded", "3 superseded", "4 superseded"];
    assert.deepEqual(s.refused(), refused, "the request ends with its identity");
    turn("pageshow");
    page.signOuts[0].answer({ success: true });
    await soon();
    await s.come();
    const [name, request] = numbersOf(page.channel.said);
    const heard = [
      `handleEvent signed-out ${name}`,
      "ask roles 5 false",
      `handleEvent sign-out-sent ${request}`,
      "handleEvent leaving 0",
      "handleEvent online 0",
      "handleEvent restored 0",
      `handleEvent sign-out-over ${request}`,
      `handleEvent sign-out-over ${name}`,
    ];
    assert.deepEqual(s.engineCalls(), ["begin", ...heard, "run"]);
  });

  it("is not lost where a user signs in elsewhere: that may be older", async () => {
    for (const goes of [false, true]) {
      const s = stage(initialOf(ADA));
      s.call(1, "fetch");
      s.call(2, "logout");
      say("signed-in");
      if (goes) for (const type of ["pagehide", "pageshow"]) turn(type);
      await s.come();
      const [name] = numbersOf(page.channel.said.splice(0));
      assert.deepEqual(s.engineCalls().slice(1, 3), [`signOut 2 ${name}`, "handleEvent signed-in 0"]);
      assert.equal(page.signOuts.splice(0).length, goes ? 1 : 0, "the page sends it as it goes");
    }
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
