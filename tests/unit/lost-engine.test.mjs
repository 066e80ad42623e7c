// What the way to the engine tells an engine first: of what happened before it, and of the engine before it.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MESSAGES } from "../../pkg/entry/channel.js";
import { readSession } from "../../pkg/entry/first-read.js";
import { createLink } from "../../pkg/entry/link.js";
import { oneAtATime } from "../../pkg/entry/reauthentication.js";
import { fakePage } from "./fake-page.mjs";

const ADA = 1;
const GRACE = 2;
const RESTORED = 11;
/** Requests with a higher number are none that a test looks at. */
const LOOKED_AT = 90;

/** Cells of `src/js/wire.rs`: who is there, by the number that their answer was given. */
const shows = (number) => [1, null, false, null, number, 0, false, 0, null, 0, 0, false, false, null];
const REAUTHENTICATED = 13;
const WINDOW_GONE = 16;
const FOCUSED = 7;
const NOBODY = [2, 4, false, null, 0, 0, false, 0, null, 0, 0, false, false, null];

let page;
fakePage(() => {
  page = {
    window: new EventTarget(),
    document: Object.assign(new EventTarget(), { hidden: false }),
    navigator: { onLine: true },
    fetch: () => page.answer ?? new Promise(() => {}),
    BroadcastChannel: class {
      said = [];
      constructor() {
        page.channel = this;
      }
      postMessage(message) {
        this.said.push(message);
      }
      close() {}
    },
  };
  return page;
});

const soon = () => new Promise((resolve) => setTimeout(resolve, 5));
const trap = () => {
  throw new WebAssembly.RuntimeError("unreachable");
};

/** Answers about Ada and Grace, so that their numbers are theirs. They are here at once. */
function readBoth(host) {
  for (const id of [ADA, GRACE]) {
    const user = { id, email: "e", name: "n", userType: "t" };
    const chunks = [new TextEncoder().encode(JSON.stringify({ user }))];
    const read = async () => ({ value: chunks[0], done: !chunks.shift() });
    const answer = { headers: new Headers(), clone: () => ({}), body: { getReader: () => ({ read }) } };
    host.read(LOOKED_AT + id, Promise.resolve(answer), new AbortController(), true);
  }
}

/** A link whose engines note what they are called with; `begins` is what each does as it begins. */
async function stage(begins = (_host) => {}) {
  const engines = [];
  const refused = [];
  const module = {
    async loadInstance() {
      await page.loading;
      const told = [];
      const engine = {
        begin(host, ...parts) {
          // As WebAssembly takes them.
          const signOut = [parts[11] | 0, Number(parts[12])];
          Object.assign(told, { host, user: Number(parts[10]), signOut });
          if (engines.length === 1) readBoth(host);
          begins(host);
        },
        hear: (news) => (news === page.trapsAt ? trap() : told.push(news)),
        answered: (id) => id <= LOOKED_AT && told.push(["answered", id]),
        lost: (id) => told.push(["lost", id]),
        trap,
      };
      engines.push(told);
      return { ...engine, memory: { buffer: new ArrayBuffer(1) } };
    },
    mayComeLater: () => true,
  };
  const face = {
    refuse: (id, { code }) => refused.push([id, code]),
    reauthenticate: () => page.reauthenticates,
    windowGone: () => link.hear("window-gone"),
  };
  for (const name of ["show", "hide", "starting", "started", "publish", "settle", "closed"])
    face[name] = () => {};
  const settings = { origin: "https://platform.invalid", tabs: true, timeoutMs: 1 };
  const link = createLink(settings, readSession(settings), module, face);
  link.open(undefined);
  await soon();
  const call = (id, kind) =>
    link.call({
      id,
      kind,
      begin: (engine) => (kind === "trap" ? engine.trap() : engines.at(-1).push([kind, id])),
    });
  return { link, engines, refused, call, engine: () => engines.at(-1) };
}

const turn = (type) => page.window.dispatchEvent(Object.assign(new Event(type), { persisted: true }));

describe("A session that is closed during its sign-out", () => {
  it("says that this is over once it is answered, as often as the other tabs were told of it", async () => {
    const { engine, call, link } = await stage();
    engine().host.publish(shows(ADA));
    for (const id of [1, 2]) {
      call(id, "logout");
      engine().host.broadcast(MESSAGES.indexOf("signed-out"));
    }
    let answer;
    engine().host.read(9, new Promise((resolve) => (answer = resolve)), new AbortController(), true);
    page.channel.said.length = 0;
    link.close();
    await soon();
    assert.deepEqual(page.channel.said, []);
    answer(Response.json({ success: true }));
    await soon();
    assert.deepEqual(page.channel.said, ["sign-out-over", "sign-out-over"]);
  });
});

describe("An engine that follows another", () => {
  it("reads who is there once the page has signed somebody in for the one before", async () => {
    const { engine, call, link } = await stage();
    let signIn;
    page.reauthenticates = new Promise((resolve) => (signIn = resolve));
    engine().host.reauthenticate(0, ADA);
    call(1, "trap");
    await soon();
    call(2, "other");
    await soon();
    assert.ok(link.isRunning());
    engine().length = 0;
    signIn();
    await soon();
    assert.deepEqual([...engine()], [WINDOW_GONE]);
  });

  it("is told that somebody may have signed in where the one before was lost as it heard so", async () => {
    const { engine, call } = await stage();
    engine().host.publish(shows(ADA));
    page.reauthenticates = Promise.resolve();
    page.trapsAt = REAUTHENTICATED;
    engine().host.reauthenticate(0, ADA);
    await soon();
    call(1, "fetch");
    await soon();
    assert.deepEqual([...engine()], [RESTORED, ["fetch", 1]]);
    call(2, "logout");
    call(3, "trap");
    call(4, "other");
    await soon();
    assert.deepEqual(engine().signOut, [1, Number.NaN], "a sign-out is about anyone then");
  });

  it("is told whose page it is, and what may have changed that, before it is called", async () => {
    const { engine, call } = await stage();
    engine().host.publish(shows(ADA));
    turn("pagehide");
    turn("pageshow");
    page.channel.onmessage({ data: "signed-in" });
    call(1, "trap");
    call(2, "fetch");
    await soon();
    assert.equal(engine().user, ADA);
    assert.deepEqual([...engine()], [RESTORED, MESSAGES.indexOf("signed-in"), ["fetch", 2]]);
  });

  it("is told whose sign-out is open, and how often the other tabs have heard of it", async () => {
    const { engine, call } = await stage();
    engine().host.publish(shows(ADA));
    call(1, "logout");
    for (const message of ["signed-out", "signed-out", "sign-out-over", "signed-out"])
      engine().host.broadcast(MESSAGES.indexOf(message));
    engine().host.publish(NOBODY);
    call(2, "trap");
    call(3, "other");
    await soon();
    assert.ok(Number.isNaN(engine().user));
    assert.deepEqual(engine().signOut, [2, ADA]);
    assert.equal(page.channel.said.length, 4, "and says itself what it has to say");
  });

  for (const [what, ends, user] of [
    ["was seen to be over", (host) => host.settle(1, null), GRACE],
    ["may still be taken", () => {}, Number.NaN],
  ])
    it(`takes a sign-out after a sign-in that ${what} to be about ${user ? "whom it brought" : "anyone"}`, async () => {
      const { engine, call } = await stage();
      engine().host.publish(shows(ADA));
      call(1, "login");
      if (user) engine().host.publish(shows(GRACE));
      ends(engine().host);
      call(2, "logout");
      call(3, "trap");
      call(4, "other");
      await soon();
      assert.deepEqual(engine().signOut, [1, user]);
    });

  it("is not handed a sign-in that was called off before it, which leaves nobody in doubt", async () => {
    const { engine, call, link } = await stage();
    engine().host.publish(shows(ADA));
    call(1, "trap");
    call(2, "login");
    link.abort(2);
    await soon();
    engine().host.publish(shows(ADA));
    call(3, "logout");
    call(4, "trap");
    call(5, "other");
    await soon();
    assert.deepEqual(engine().signOut, [1, ADA]);
  });

  it("hears that a sign-in window is gone before it is called", async () => {
    const { engine, call, link } = await stage();
    engine().host.publish(shows(ADA));
    call(1, "trap");
    link.hear("window-gone");
    call(2, "fetch");
    await soon();
    assert.deepEqual([...engine()], [RESTORED, ["fetch", 2]]);
    link.hear("window-gone");
    assert.equal(engine().at(-1), WINDOW_GONE);
  });

  it("need not say what the one before it could not say", async () => {
    const { engine, call } = await stage();
    engine().host.publish(shows(ADA));
    engine().host.publish = () => {};
    call(1, "logout");
    call(2, "trap");
    assert.deepEqual(page.channel.said, ["signed-out"]);
    call(3, "other");
    await soon();
    assert.deepEqual(engine().signOut, [1, ADA]);
  });

  for (const [name, cells, refusal] of [
    ["is sent where it does not know yet who is there", null, []],
    ["is sent where its user is there", shows(ADA), []],
    ["is refused where somebody else is", shows(GRACE), [[2, "superseded"]]],
    ["is refused where nobody is", NOBODY, [[2, "superseded"]]],
  ])
    it(`sees to it that a request ${name}`, async () => {
      let begun = 0;
      const { engine, call, refused } = await stage((host) => ++begun > 1 && cells && host.publish(cells));
      engine().host.publish(shows(ADA));
      call(1, "trap");
      call(2, "fetch");
      await soon();
      assert.deepEqual(refused, refusal);
      assert.deepEqual([...engine()], refusal.length > 0 ? [] : [["fetch", 2]]);
    });

  it("waits for the sign-in that is under way", async () => {
    let asked = 0;
    let settle;
    const ask = oneAtATime(() => {
      asked += 1;
      return new Promise((...ends) => {
        [, settle] = ends;
      });
    });
    const both = [ask("ended", ADA), ask("bearer", ADA)];
    assert.equal(asked, 1);
    settle(new Error("the page's"));
    for (const each of both) await assert.rejects(each, /the page's/);
    ask("ended", ADA).catch(() => {});
    assert.equal(asked, 2);
  });
});

describe("The first engine", () => {
  /** The module comes once this is called. */
  let load;
  const loadLater = () => {
    page.loading = new Promise((resolve) => {
      load = resolve;
    });
  };

  it("hears that the first read has failed before a call that would give it up", async () => {
    loadLater();
    page.answer = Promise.reject(new TypeError());
    const { engine, call } = await stage((host) => host.read(7, undefined, undefined, true));
    call(1, "login");
    load();
    await soon();
    assert.deepEqual(
      [...engine()],
      [
        ["lost", 7],
        ["login", 1],
      ],
    );
  });

  for (const [end, answer] of Object.entries({
    answered: () => Promise.resolve(Response.json({ authenticated: false })),
    lost: () => Promise.reject(new TypeError()),
  })) {
    for (const type of ["focus", "online"]) {
      it(`hears of ${type} since the first read was ${end}, once it has that`, async () => {
        loadLater();
        page.answer = answer();
        const { engine } = await stage((host) => host.read(7, undefined, undefined, true));
        page.window.dispatchEvent(new Event(type));
        load();
        await soon();
        assert.deepEqual([...engine()], [[end, 7], FOCUSED]);
      });
    }
  }

  it("hears that somebody may have signed in before it is handed a request that nobody's page has made", async () => {
    loadLater();
    page.answer = Promise.resolve(Response.json({ authenticated: false }));
    const { engine, call } = await stage();
    call(1, "fetch");
    page.channel.onmessage({ data: "signed-in" });
    load();
    await soon();
    assert.deepEqual([...engine()], [MESSAGES.indexOf("signed-in"), ["fetch", 1]]);
  });

  it("is not handed a request that waited as the page left, or was made on the way, whosever it was", async () => {
    loadLater();
    const { engine, call, refused } = await stage();
    call(1, "fetch");
    turn("pagehide");
    call(2, "fetch");
    turn("pageshow");
    load();
    await soon();
    assert.deepEqual(refused, [
      [1, "superseded"],
      [2, "superseded"],
    ]);
    assert.deepEqual([...engine()], []);
  });
});
