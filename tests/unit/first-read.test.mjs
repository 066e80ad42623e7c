import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sendFirstRead } from "../../pkg/entry/first-read.js";
import { createLink } from "../../pkg/entry/link.js";
import { fakePage } from "./fake-page.mjs";

fakePage(() => ({
  window: new EventTarget(),
  document: new EventTarget(),
  navigator: { onLine: true },
  fetch() {
    throw "no Error even";
  },
}));

describe("The first read", () => {
  it("bypasses the browser's cache, and follows no redirect", async (test) => {
    const request = test.mock.method(globalThis, "fetch", async () =>
      Response.json({ authenticated: false }),
    );
    await sendFirstRead({ origin: "https://platform.invalid" }).answer;
    const [address, { cache, credentials, redirect }] = request.mock.calls[0].arguments;
    assert.equal(address, "https://platform.invalid/api/auth/session");
    assert.deepEqual(
      { cache, credentials, redirect },
      { cache: "no-store", credentials: "include", redirect: "manual" },
    );
  });

  it("is as old as the document's preload that answers it; a preload answers once", async (test) => {
    const url = "https://platform.invalid/api/auth/session";
    const clock = { now: 500 };
    const entry = (initiatorType, startTime) => ({ name: url, initiatorType, startTime });
    let entries = [];
    test.mock.method(globalThis, "fetch", async () => Response.json({}));
    test.mock.method(performance, "now", () => clock.now);
    test.mock.method(performance, "getEntriesByName", (name, type) =>
      name === url && type === "resource" ? entries : [],
    );
    /** Sends a read at this time. */
    const read = (now) => {
      clock.now = now;
      return sendFirstRead({ origin: "https://platform.invalid" });
    };
    const first = read(500);
    const next = read(600);
    // Each read takes the oldest preload that no earlier read has taken.
    entries = [entry("fetch", 10), entry("link", 20), entry("link", 400), entry("link", 510)];
    assert.deepEqual(
      [first, next, read(700)].map(({ preloadedMs }) => preloadedMs()),
      [480, 200, 190],
    );
    assert.equal(first.preloadedMs(), 480, "the same at each call");
    entries = [entry("early-hints", 701), entry("fetch", 20)];
    assert.deepEqual(
      [read(800), read(900)].map(({ preloadedMs }) => preloadedMs()),
      [99, 0],
    );
  });

  it("fails where the page's `fetch` throws, and the module is still requested", async () => {
    const answers = [];
    const module = {
      loadInstance(_, answer) {
        answers.push(answer);
        return new Promise(() => {});
      },
    };
    const callbacks = { publish: assert.fail, trace() {} };
    const settings = { origin: "https://platform.invalid", tabs: false };
    const link = createLink(settings, sendFirstRead(settings), module, callbacks);
    link.open(undefined);
    assert.equal(answers.length, 1);
    await assert.rejects(answers[0], (reason) => reason === "no Error even");
  });
});
