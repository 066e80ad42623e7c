// A sign-out that waits for the module as its page, or its session, goes: the entry sends it.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  closesAtFetch,
  hearing,
  hide,
  ORIGIN,
  OVER,
  open,
  page,
  SIGNED_OUT,
  show,
  soon,
} from "./departing-page.mjs";

describe("A sign-out that waits for the module", () => {
  const ends = {
    "as the page is unloaded": () => hide(false),
    "as the page goes into the cache": () => hide(true),
    "as the session is closed": ({ link }) => link.close(),
  };
  for (const [when, end] of Object.entries(ends)) {
    it(`is sent ${when}, once, with credentials, and in a way that outlives the page`, () => {
      const session = open();
      session.call(1, "logout");
      session.call(2, "logout");
      assert.deepEqual(page.signOuts, []);
      end(session);
      session.link.close();
      const [{ url, init }] = page.signOuts;
      assert.equal(page.signOuts.length, 1);
      assert.equal(url, `${ORIGIN}/api/auth/logout`);
      const { method, credentials, keepalive, redirect } = init;
      assert.deepEqual([method, credentials, keepalive, redirect], ["POST", "include", true, "manual"]);
    });
  }

  it("is sent where it is called as the page goes", () => {
    for (const persisted of [true, false]) {
      page.signOuts.length = 0;
      const { call } = open();
      hide(persisted);
      call(1, "logout");
      assert.equal(page.signOuts.length, 1);
    }
  });

  it("is over for the other tabs once it is answered, also where the session is closed as the page goes", async () => {
    const { link, call } = open();
    const heard = hearing();
    hide(false);
    call(1, "logout");
    link.close();
    await soon();
    assert.deepEqual(heard, ["signed-out"]);
    page.signOuts[0].resolve(Response.json({ success: true }));
    await soon();
    assert.deepEqual(heard, ["signed-out", "sign-out-over"]);
  });

  it("is sent where a listener closes the session as its engine begins", async () => {
    const session = open(ORIGIN, { begins: () => session.link.close() });
    session.call(1, "logout");
    session.come();
    await soon();
    assert.equal(page.signOuts.length, 1);
  });

  it("is told to the other tabs where a listener calls it as its engine begins, and another closes the session", async () => {
    let turn = 0;
    const session = open(ORIGIN, {
      begins: ({ host }) => host.publish(null),
      listens: () => {
        turn++;
        if (turn === 1) session.call(1, "logout");
        // As the engine hears the other tab's message, and nothing of the sign-out yet.
        if (turn === 2) session.link.close();
      },
    });
    const heard = hearing("signed-out");
    await soon();
    turn = -1;
    session.come();
    await soon();
    page.signOuts[0].resolve(Response.json({ success: true }));
    await soon();
    assert.deepEqual([page.signOuts.length, heard], [1, ["signed-out", "sign-out-over"]]);
  });

  it("is the engine's to send where that was handed one before a listener closes the session", async () => {
    const { link, call, come } = open();
    link.call({ id: 1, kind: "logout", begin: () => link.close() });
    call(2, "logout");
    come();
    await soon();
    assert.deepEqual(page.signOuts, []);
  });

  const goes = {
    "as the page goes into the cache": (session) => {
      session.call(1, "logout");
      hide(true);
    },
    "as it is called on a page that goes": ({ call }) => {
      hide(true);
      call(1, "logout");
    },
    "as the module does not come": ({ call }) => call(1, "logout"),
  };
  for (const [when, go] of Object.entries(goes)) {
    it(`is not over before it is answered, where the page's own \`fetch\` closes the session ${when}`, async () => {
      const heard = hearing();
      const session = open(ORIGIN, { fails: when.includes("module") });
      closesAtFetch(session);
      go(session);
      await soon();
      const next = open();
      next.come();
      await soon();
      assert.deepEqual([heard, [...next.told]], [["signed-out"], [SIGNED_OUT]]);
      page.signOuts[0].resolve(Response.json({ success: true }));
      await soon();
      assert.deepEqual(
        [heard, [...next.told]],
        [
          ["signed-out", "sign-out-over"],
          [SIGNED_OUT, OVER],
        ],
      );
    });

    it(`is the last thing of a session that the page's own \`fetch\` closes ${when}`, async () => {
      const session = open(ORIGIN, { fails: when.includes("module") });
      closesAtFetch(session);
      go(session);
      await soon();
      assert.deepEqual([page.signOuts.length, session.shown.at(-1)], [1, "closed"]);
    });
  }

  it("is given up by no refresh beside it: that reads", async () => {
    for (const kinds of [
      ["refresh", "logout"],
      ["logout", "refresh"],
    ]) {
      const { call, come, told } = open();
      for (const [id, kind] of kinds.entries()) call(id, kind);
      come();
      await soon();
      assert.deepEqual(
        [...told],
        kinds.map((kind) => (kind === "refresh" ? "read" : kind)),
      );
    }
  });

  it("is not sent where somebody has signed in since", () => {
    const { link, call } = open();
    call(1, "logout");
    link.hear("signed-in");
    hide(false);
    assert.deepEqual(page.signOuts, []);
  });

  it("is like another tab's on a page that comes back, until it is over", async () => {
    for (const end of ["resolve", "reject", undefined]) {
      page.signOuts.length = 0;
      const { told, call, come, link } = open();
      call(1, "logout");
      hide(true);
      show();
      come();
      await soon();
      assert.ok(told.includes(SIGNED_OUT), "it is on its way");
      assert.ok(!told.includes(OVER));
      if (end) page.signOuts[0][end](Response.json({ success: true }));
      await soon();
      assert.equal(told.includes(OVER), end !== undefined);
      link.close();
      await soon();
    }
  });
});

describe("A sign-out where no module can ever run", () => {
  it("is heard of by a session that follows on its page, until it is over", async () => {
    const first = open(ORIGIN, { fails: true });
    first.call(1, "logout");
    await soon();
    first.link.close();
    const { told, come, link } = open();
    come();
    await soon();
    assert.deepEqual([...told], [SIGNED_OUT]);
    page.signOuts[0].resolve(Response.json({ success: true }));
    await soon();
    assert.deepEqual([...told], [SIGNED_OUT, OVER]);
    link.close();
  });

  it("is sent by the entry, and is over for the other tabs once it is answered", async () => {
    const heard = [];
    const other = new page.BroadcastChannel(`platform-session:${ORIGIN}`);
    other.onmessage = ({ data }) => heard.push(data);
    const { call } = open(ORIGIN, { fails: true });
    call(1, "logout");
    await soon();
    assert.deepEqual([page.signOuts.length, heard], [1, ["signed-out"]]);
    page.signOuts[0].resolve(Response.json({ success: true }));
    await soon();
    assert.deepEqual(heard, ["signed-out", "sign-out-over"]);
    other.close();
  });
});
