// A page that was in the back/forward cache before its module came: what its first engine is told of that.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readSession } from "../../pkg/entry/first-read.js";
import { createLink } from "../../pkg/entry/link.js";
import { fakePage } from "./fake-page.mjs";

const ADA = 1;
const GRACE = 2;
/** Its place in `EVENTS`. */
const RESTORED = 11;
const body = (id) => ({
  authenticated: true,
  user: { id, email: "e", name: "n", userType: "default", permissions: {} },
});

let page;
let reads;
fakePage(() => {
  reads = [];
  page = {
    window: new EventTarget(),
    document: Object.assign(new EventTarget(), { hidden: false }),
    navigator: { onLine: true },
    fetch: () => new Promise((resolve) => reads.push((id) => resolve(Response.json(body(id))))),
    BroadcastChannel: class {
      constructor() {
        page.channel = this;
      }
      postMessage() {}
      close() {}
    },
  };
  return page;
});

const soon = (ms = 5) => new Promise((resolve) => setTimeout(resolve, ms));
const turn = (type) => page.window.dispatchEvent(Object.assign(new Event(type), { persisted: true }));

/** The module comes when told to. The engine notes what it is told, in order. */
function stage() {
  const loads = [];
  const told = [];
  const refused = [];
  const shown = [];
  const engine = {
    begin(host, ...parts) {
      Object.assign(told, { host, flags: parts[1], user: parts[10], signOut: parts.slice(11) });
    },
    hear: (news) => told.push(news),
    answered() {},
    lost() {},
  };
  const module = {
    loadInstance: () =>
      new Promise((resolve, reject) =>
        loads.push({
          come: () => resolve({ ...engine, memory: { buffer: new ArrayBuffer(1) } }),
          fail: reject,
        }),
      ),
    mayComeLater: () => true,
  };
  const face = {
    refuse: (id, { code }) => refused.push([id, code]),
    show: ({ user }) => shown.push(user?.id ?? null),
    hide: () => shown.push("hidden"),
  };
  for (const name of ["starting", "started", "publish", "closed"]) face[name] = () => {};
  const settings = { origin: "https://platform.invalid", tabs: true, timeoutMs: 1000 };
  const link = createLink(settings, readSession(settings), module, face);
  link.open(undefined);
  const call = (id, kind) => link.call({ id, kind, begin: () => told.push([kind, id]) });
  return { link, loads, told, refused, shown, call };
}

/** Ada's page, shown by the entry, goes into the cache before its module, and comes back to Grace's cookie. */
async function returned() {
  const s = stage();
  reads.shift()(ADA);
  await soon();
  assert.deepEqual(s.shown, [ADA]);
  turn("pagehide");
  turn("pageshow");
  reads.shift()(GRACE);
  await soon();
  assert.deepEqual(s.shown, [ADA, "hidden", "hidden"], "Grace is not shown in Ada's place");
  return s;
}

/** Either it is refused, or the engine was told before of the return, so that it holds the request for a read. */
function assertNotSentUnread({ told, refused }, id) {
  const sent = told.findIndex((each) => Array.isArray(each) && each[1] === id);
  if (sent < 0) return assert.deepEqual(refused, [[id, "superseded"]]);
  assert.ok(
    told.indexOf(RESTORED) >= 0 && told.indexOf(RESTORED) < sent,
    `sent at once: user ${told.user}, told ${JSON.stringify([...told])}`,
  );
}

describe("A page that comes back to somebody else's cookie before its module", () => {
  it("has its requests wait for a read, also where refresh() gives up the answer that told so", async () => {
    const s = await returned();
    s.call(1, "refresh");
    s.call(2, "fetch");
    s.loads[0].come();
    await soon();
    assertNotSentUnread(s, 2);
  });

  it("has them wait also where its module fails to come at first", async () => {
    const s = await returned();
    s.loads[0].fail(new Error());
    await soon();
    s.call(2, "fetch");
    s.loads[1].come();
    await soon();
    assertNotSentUnread(s, 2);
  });

  it("has them wait also where a sign-out in another tab is over", async () => {
    const s = await returned();
    page.channel.onmessage({ data: "sign-out-over" });
    s.call(2, "fetch");
    s.loads[0].come();
    await soon();
    assertNotSentUnread(s, 2);
  });

  it("sends no request made on the way into the cache for whoever is there, where its user signed out there", async () => {
    const s = stage();
    reads.shift()(ADA);
    await soon();
    turn("pagehide");
    s.call(1, "fetch");
    s.call(2, "logout");
    turn("pageshow");
    s.loads[0].come();
    await soon();
    assert.ok(s.refused.some(([id]) => id === 2));
    const sent = s.told.some((each) => Array.isArray(each) && each[1] === 1);
    assert.ok(
      !sent || s.told.indexOf(RESTORED) >= 0,
      `Ada's request is sent, as whose page ${s.told.user}, told ${JSON.stringify([...s.told])}`,
    );
  });
});
