// A sign-out that waits for the module as its page, or its session, goes: the entry sends it, and what comes next on that
// page waits for its end.

import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { MESSAGES } from "../../pkg/entry/channel.js";
import { readSession } from "../../pkg/entry/first-read.js";
import { createLink, LONGEST_GUARD_MS } from "../../pkg/entry/link.js";
import { fakePage } from "./fake-page.mjs";
import { constant } from "./rust-source.mjs";

const ORIGIN = "https://platform.invalid";
const SIGNED_OUT = MESSAGES.indexOf("signed-out");
const OVER = MESSAGES.indexOf("sign-out-over");

let page;
fakePage(() => {
  page = {
    window: new EventTarget(),
    document: Object.assign(new EventTarget(), { hidden: false }),
    navigator: { onLine: true },
    signOuts: [],
    fetch: (url, init) =>
      new Promise((resolve, reject) => {
        if (`${url}`.endsWith("/logout")) page.signOuts.push({ url, init, resolve, reject });
      }),
    BroadcastChannel: class {
      static open = new Set();
      constructor(name) {
        this.name = name;
        page.BroadcastChannel.open.add(this);
      }
      postMessage(data) {
        for (const other of page.BroadcastChannel.open)
          if (other !== this && other.name === this.name) setTimeout(() => other.onmessage({ data }));
      }
      close() {
        page.BroadcastChannel.open.delete(this);
      }
    },
  };
  return page;
});

/** Whatever is on its way, the next test is not to hear of it. */
afterEach(async () => {
  for (const { resolve } of page.signOuts) resolve(Response.json({ success: true }));
  await soon();
});

/** Turns of the event loop, and not a time: on a busy machine a single timer may come before what it waits for. */
const soon = async () => {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setTimeout(resolve, 1));
};
const hide = (persisted) => page.window.dispatchEvent(Object.assign(new Event("pagehide"), { persisted }));
const show = () => page.window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));

/** A session whose module comes when `come` is called. The engine notes what it is told. */
function open(
  origin = ORIGIN,
  { tabs = true, timeoutMs = 10_000, fails = false, begins = () => {}, listens = () => {} } = {},
) {
  const told = [];
  /** What the session's side was told, by name. */
  const shown = [];
  let come;
  const begin = (host) => begins(Object.assign(told, { host }));
  const hear = (event) => {
    told.push(event);
    told.host.publish(null);
  };
  const engine = { begin, hear };
  const instance = { ...engine, memory: { buffer: new ArrayBuffer(1) } };
  const module = {
    loadInstance: () =>
      fails ? Promise.reject(new TypeError()) : new Promise((resolve) => (come = () => resolve(instance))),
    mayComeLater: () => !fails,
  };
  const face = {};
  for (const name of ["show", "hide", "starting", "started", "publish", "settle", "refuse", "closed"])
    face[name] = () => {
      shown.push(name);
      listens();
    };
  const settings = { origin, tabs, timeoutMs };
  const link = createLink(settings, readSession(settings), module, face);
  link.open(undefined);
  const call = (id, kind) => link.call({ id, kind, begin: (_, as) => told.push(as) });
  return { link, told, shown, call, come: () => come() };
}

/** From here on, the page's own `fetch` closes this session. */
function closesAtFetch({ link }) {
  const value = (...request) => {
    link.close();
    return page.fetch(...request);
  };
  Object.defineProperty(globalThis, "fetch", { value, configurable: true });
}

/** What another tab hears from here on. */
function hearing() {
  const heard = [];
  new BroadcastChannel(`platform-session:${ORIGIN}`).onmessage = ({ data }) => heard.push(data);
  return heard;
}

/** A session that was closed as its sign-out waited for the module; this one is on its way now. */
function closed(origin, options) {
  const { link, call } = open(origin, options);
  call(1, "logout");
  link.close();
  return page.signOuts.at(-1);
}

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

describe("A session that follows another on its page", () => {
  it("hears of the sign-out that is on its way, and that it is over", async () => {
    for (const end of ["resolve", "reject"]) {
      const signOut = closed();
      const { told, come, link } = open();
      come();
      await soon();
      assert.deepEqual([...told], [SIGNED_OUT]);
      signOut[end](Response.json({ success: true }));
      await soon();
      assert.deepEqual([...told], [SIGNED_OUT, OVER]);
      link.close();
      await soon();
    }
  });

  it("hears of it where a listener begins it, as that hears that the other one is closed", async () => {
    let next;
    let listens = () => {};
    const first = open(ORIGIN, { listens: () => listens() });
    first.call(1, "logout");
    first.come();
    await soon();
    let answer;
    first.told.host.read(1, new Promise((resolve) => (answer = resolve)), new AbortController(), true);
    listens = () => {
      next ??= open();
    };
    first.link.close();
    next.come();
    await soon();
    assert.deepEqual([...next.told], [SIGNED_OUT]);
    answer(Response.json({ success: true }));
    await soon();
    assert.deepEqual([...next.told], [SIGNED_OUT, OVER]);
  });

  for (const [which, inOrder] of Object.entries({ first: (list) => list, second: (list) => list.reverse() }))
    it(`hears of two until both are over, where the ${which} is answered first`, async () => {
      const first = open();
      first.call(1, "logout");
      hide(true);
      first.call(2, "logout");
      first.link.close();
      const [one, other] = inOrder([...page.signOuts]);
      one.resolve(Response.json({ success: true }));
      await soon();
      const { told, come } = open();
      come();
      await soon();
      assert.deepEqual([...told], [SIGNED_OUT, SIGNED_OUT]);
      other.resolve(Response.json({ success: true }));
      await soon();
      assert.deepEqual([...told], [SIGNED_OUT, SIGNED_OUT, OVER, OVER]);
    });

  for (const [first, next] of [
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ])
    it(`hears of the end once, where ${first ? "the one before" : "not the one before"} and ${next ? "this one" : "not this one"} tells the other tabs`, async () => {
      const signOut = closed(ORIGIN, { tabs: first });
      const sessions = [open(ORIGIN, { tabs: next }), open(ORIGIN, { tabs: next })];
      const after = () => sessions.map(({ told }) => [...told]);
      for (const { come } of sessions) come();
      await soon();
      assert.deepEqual(after(), [[SIGNED_OUT], [SIGNED_OUT]]);
      signOut.resolve(Response.json({ success: true }));
      await soon();
      assert.deepEqual(after(), [
        [SIGNED_OUT, OVER],
        [SIGNED_OUT, OVER],
      ]);
    });

  it("hears of one that the page's own `fetch` called as it closed the session: its engine tells of it later", async () => {
    const heard = hearing();
    const first = open();
    first.come();
    await soon();
    // As an engine that is about to send a read: it handles both once `fetch` returns.
    first.call(1, "logout");
    first.link.close();
    first.told.host.broadcast(SIGNED_OUT);
    let answer;
    first.told.host.read(1, new Promise((resolve) => (answer = resolve)), new AbortController(), true);
    const next = open();
    next.come();
    await soon();
    assert.deepEqual([heard, [...next.told]], [["signed-out"], [SIGNED_OUT]]);
    answer(Response.json({ success: true }));
    await soon();
    assert.deepEqual(
      [heard, [...next.told]],
      [
        ["signed-out", "sign-out-over"],
        [SIGNED_OUT, OVER],
      ],
    );
  });

  it("hears nothing of one that is over, or at another deployment, or of a session that nobody signed out of", async () => {
    closed("https://elsewhere.invalid");
    closed().resolve(Response.json({ success: true }));
    open().link.close();
    await soon();
    const { told, come } = open();
    come();
    await soon();
    assert.deepEqual([...told], []);
  });

  it("hears nothing of one that is not answered within the time that a guard may stand", async () => {
    closed();
    await new Promise((resolve) => setTimeout(resolve, 30));
    const { told, come } = open(ORIGIN, { timeoutMs: 20 });
    come();
    await soon();
    assert.deepEqual([...told], []);
  });

  it("waits no longer than the engine's own guards stand", () => {
    assert.equal(LONGEST_GUARD_MS, constant("core/state/guard.rs", "LONGEST_MS"));
  });

  it("hears of it as often as the other tabs were told, so that it takes no other tab's end for its own", async () => {
    const first = open();
    first.call(1, "logout");
    first.come();
    await soon();
    // The entry has told of it, and the engine does once more.
    first.told.host.broadcast(SIGNED_OUT);
    let answer;
    first.told.host.read(1, new Promise((resolve) => (answer = resolve)), new AbortController(), true);
    first.link.close();
    const { told, come } = open();
    come();
    await soon();
    answer(Response.json({ success: true }));
    await soon();
    assert.deepEqual([...told], [SIGNED_OUT, SIGNED_OUT, OVER, OVER]);
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
