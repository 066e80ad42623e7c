// What an engine is told as it begins, and what a listener may call meanwhile.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MESSAGES } from "../../pkg/entry/channel.js";
import { readSession } from "../../pkg/entry/first-read.js";
import { createLink } from "../../pkg/entry/link.js";
import { fakePage } from "./fake-page.mjs";

const page = {
  window: new EventTarget(),
  document: Object.assign(new EventTarget(), { hidden: false }),
  navigator: { onLine: true },
  fetch: async () => Response.json({ authenticated: false }),
};
fakePage(() => page);

const soon = () => new Promise((resolve) => setTimeout(resolve, 5));
const NOBODY = [2, 4, false, null, 0, 0, false, 0, null, 0, 0, false, false, null];
const FIRST_READ = 1;

describe("An engine that begins", () => {
  for (const [when, publishesAt] of [
    ["what it shows at first", "begin"],
    ["the first answer", "answered"],
  ])
    it(`does what a listener calls over ${when} before that call returns, and after what was called before`, async () => {
      const told = [];
      let host;
      let come;
      const act = (name) => {
        told.push(name);
        if (name === publishesAt) host.publish(NOBODY);
      };
      const engine = {
        begin(made) {
          host = made;
          host.read(FIRST_READ);
          act("begin");
        },
        hear: (news) => act(MESSAGES[news]),
        answered: () => act("answered"),
      };
      const module = {
        loadInstance: () =>
          new Promise((resolve) => {
            come = () => resolve({ ...engine, memory: { buffer: new ArrayBuffer(1) } });
          }),
      };
      let returned;
      const call = (id, kind) => link.call({ id, kind, begin: () => act(kind) });
      const face = {
        publish() {
          call(3, "logout");
          returned = [...told];
        },
      };
      for (const name of ["show", "hide", "starting", "started"]) face[name] = () => {};
      const settings = { origin: "https://platform.invalid", tabs: false, timeoutMs: 1000 };
      const link = createLink(settings, readSession(settings), module, face);
      link.open(undefined);
      await soon();
      link.call({ id: 1, kind: "fetch", begin: () => act("fetch") });
      link.call({ id: 2, kind: "roles", begin: () => act("roles") });
      come();
      await soon();
      const inOrder = ["begin", "fetch", "roles", "answered", "logout"];
      assert.deepEqual(told, inOrder);
      assert.deepEqual(returned, inOrder);
    });

  it("is told how old things are by the clock that ran further: one stands still while the computer sleeps", async (test) => {
    let come;
    let ages;
    const engine = {
      begin: (_host, ...parts) => {
        ages = parts.slice(8, 10);
      },
    };
    const module = {
      loadInstance: () =>
        new Promise((resolve) => {
          come = () => resolve({ ...engine, memory: { buffer: new ArrayBuffer(1) } });
        }),
    };
    const face = {};
    for (const name of ["show", "hide", "starting", "started"]) face[name] = () => {};
    const settings = { origin: "https://platform.invalid", tabs: false, timeoutMs: 1000 };
    const read = { ...readSession(settings), answer: new Promise(() => {}) };
    const link = createLink(settings, read, module, face);
    link.open({ body: { user: {} }, news: { user: { id: 1 }, features: {} } });
    const SLEPT_MS = 8 * 3_600_000;
    const { now } = Date;
    test.mock.method(Date, "now", () => now() + SLEPT_MS);
    come();
    await soon();
    assert.ok(
      ages.every((age) => age >= SLEPT_MS && age < SLEPT_MS + 60_000),
      `${ages}`,
    );
    test.mock.method(Date, "now", () => now() - SLEPT_MS);
    assert.ok(read.age() >= 0 && read.age() < 60_000, "nor is a clock that was set back believed");
  });

  it("hears that the first answer is lost where a response of the page's own making throws at a second look", async () => {
    const told = [];
    const engine = {
      begin: (host) => host.read(FIRST_READ),
      lost: (id, late) => told.push(["lost", id, late]),
      answered: () => assert.fail("it cannot be read"),
    };
    const instance = { ...engine, memory: { buffer: new ArrayBuffer(1) } };
    const module = { loadInstance: () => soon().then(() => instance) };
    const face = {};
    for (const name of ["show", "hide", "starting", "started"]) face[name] = () => {};
    const response = {
      get status() {
        throw new TypeError();
      },
    };
    const answer = Promise.resolve({ response, body: {} });
    const settings = { origin: "https://platform.invalid", tabs: false, timeoutMs: 1000 };
    const link = createLink(settings, { answer, abort: new AbortController(), age: () => 0 }, module, face);
    link.open();
    await soon();
    await soon();
    assert.deepEqual(told, [["lost", FIRST_READ, false]]);
  });
});
