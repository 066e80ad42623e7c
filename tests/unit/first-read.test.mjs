import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readSession } from "../../pkg/entry/first-read.js";
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
  it("never asks the browser's cache, and follows no redirect", async (test) => {
    const asked = test.mock.method(globalThis, "fetch", async () => Response.json({ authenticated: false }));
    await readSession({ origin: "https://platform.invalid" }).answer;
    const [address, { cache, credentials, redirect }] = asked.mock.calls[0].arguments;
    assert.equal(address, "https://platform.invalid/api/auth/session");
    assert.deepEqual(
      { cache, credentials, redirect },
      { cache: "no-store", credentials: "include", redirect: "manual" },
    );
  });

  it("has failed where the page's fetch throws, and the module is asked for all the same", async () => {
    const asked = [];
    const module = {
      loadInstance(_, answer) {
        asked.push(answer);
        return new Promise(() => {});
      },
    };
    const face = { show: assert.fail, hide: assert.fail };
    const settings = { origin: "https://platform.invalid", tabs: false };
    const link = createLink(settings, readSession(settings), module, face);
    link.open(undefined);
    assert.equal(asked.length, 1);
    await assert.rejects(asked[0], (reason) => reason === "no Error even");
  });
});
