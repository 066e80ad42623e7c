import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { watchPage } from "../../pkg/entry/page-events.js";
import { fakePage } from "./fake-page.mjs";

const page = { window: undefined, document: { hidden: false }, navigator: { onLine: true } };
fakePage(() => Object.assign(page, { window: new EventTarget() }));

/** What is told, and how to have something happen. */
function watch() {
  const told = [];
  const ends = new AbortController();
  watchPage((name) => told.push(name), ends.signal);
  const happen = (type, detail = {}) => page.window.dispatchEvent(Object.assign(new Event(type), detail));
  return { told, ends, happen };
}

describe("What happens to the page", () => {
  it("is told until it is over", () => {
    const { told, ends, happen } = watch();
    happen("focus");
    ends.abort();
    happen("focus");
    assert.deepEqual(told, ["focused"]);
  });

  it("is a return from the cache at its first sign, with what has become of the network", () => {
    const { told, happen } = watch();
    happen("pagehide", { persisted: true });
    happen("resume");
    page.navigator.onLine = false;
    happen("pageshow", { persisted: true });
    assert.deepEqual(told, ["leaving", "restored", "offline"]);
    page.navigator.onLine = true;
    happen("pagehide", { persisted: true });
    happen("pageshow", { persisted: true });
    assert.deepEqual(told.slice(3), ["leaving", "online", "restored"], 'where the browser has no "resume"');
    page.document.hidden = true;
    happen("pagehide", { persisted: true });
    happen("visibilitychange");
    page.document.hidden = false;
    happen("visibilitychange");
    happen("pageshow", { persisted: true });
    const early = ["leaving", "hidden", "restored", "visible", "online"];
    assert.deepEqual(told.slice(6), early, "where the browser shows it first");
  });

  it("is nothing that happens to one of its elements", () => {
    const { told } = watch();
    const event = new Event("offline");
    Object.defineProperty(event, "target", { value: { nodeType: 1 } });
    page.window.dispatchEvent(event);
    assert.deepEqual(told, []);
  });

  it("is an end where a page is unloaded, and nothing where it is new", () => {
    const { told, happen } = watch();
    happen("pageshow", { persisted: false });
    assert.deepEqual(told, []);
    happen("pagehide", { persisted: false });
    assert.deepEqual(told, ["unloading"]);
  });
});
