import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { HAPPENINGS } from "../../pkg/entry/boundary.js";
import { watchPage } from "../../pkg/entry/page-events.js";
import { fakePage } from "./fake-page.mjs";

const page = { window: undefined, document: { hidden: false }, navigator: { onLine: true } };
fakePage(() => Object.assign(page, { window: new EventTarget() }));

/** What is told, and how to have something happen. */
function watch() {
  const received = [];
  const ends = new AbortController();
  watchPage((happening) => received.push(HAPPENINGS[happening]), ends.signal);
  const happen = (type, detail = {}) => page.window.dispatchEvent(Object.assign(new Event(type), detail));
  return { received, ends, happen };
}

describe("What happens to the page", () => {
  it("is told until it is over", () => {
    const { received, ends, happen } = watch();
    happen("focus");
    ends.abort();
    happen("focus");
    assert.deepEqual(received, ["focused"]);
  });

  it("is a return from the cache at its first sign, with what has become of the network", () => {
    const { received, happen } = watch();
    happen("pagehide", { persisted: true });
    happen("resume");
    page.navigator.onLine = false;
    happen("pageshow", { persisted: true });
    assert.deepEqual(received, ["leaving", "restored", "offline"]);
    page.navigator.onLine = true;
    happen("pagehide", { persisted: true });
    happen("pageshow", { persisted: true });
    assert.deepEqual(
      received.slice(3),
      ["leaving", "online", "restored"],
      'where the browser has no "resume"',
    );
    page.document.hidden = true;
    happen("pagehide", { persisted: true });
    happen("visibilitychange");
    page.document.hidden = false;
    happen("visibilitychange");
    happen("pageshow", { persisted: true });
    const early = ["leaving", "hidden", "restored", "visible", "online"];
    assert.deepEqual(received.slice(6), early, "where the browser shows it first");
  });

  it("may have been a change elsewhere while the tab was frozen, which is no return", () => {
    const { received, happen } = watch();
    happen("resume");
    assert.deepEqual(received, ["resumed"]);
  });

  it("is nothing that happens to one of its elements", () => {
    const { received } = watch();
    const event = new Event("offline");
    Object.defineProperty(event, "target", { value: { nodeType: 1 } });
    page.window.dispatchEvent(event);
    assert.deepEqual(received, []);
  });

  it("is an end where a page is unloaded, and nothing where it is new", () => {
    const { received, happen } = watch();
    happen("pageshow", { persisted: false });
    assert.deepEqual(received, []);
    happen("pagehide", { persisted: false });
    assert.deepEqual(received, ["unloading"]);
  });
});
