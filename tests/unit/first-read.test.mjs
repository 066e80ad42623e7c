import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { readSession } from "../../pkg/entry/first-read.js";
import { createLink } from "../../pkg/entry/link.js";

const PAGE = ["window", "document", "navigator", "fetch"];
const own = PAGE.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]);
afterEach(() => {
  for (const [name, descriptor] of own) {
    delete globalThis[name];
    if (descriptor) Object.defineProperty(globalThis, name, descriptor);
  }
});

describe("The first read", () => {
  it("has failed where the page's fetch throws, and the module is asked for all the same", async () => {
    const asked = [];
    const page = {
      window: new EventTarget(),
      document: new EventTarget(),
      navigator: { onLine: true },
      fetch() {
        throw "no Error even";
      },
    };
    for (const [name, value] of Object.entries(page))
      Object.defineProperty(globalThis, name, { value, configurable: true });
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
