import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { HAPPENINGS } from "../../pkg/entry/boundary.js";
import { watchPage } from "../../pkg/entry/page-events.js";
import { fakePage } from "./fake-page.mjs";

const page = { window: undefined, document: { hidden: false }, navigator: { onLine: true } };
fakePage(() => Object.assign(page, { window: new EventTarget() }));

/** Watches the page. `received`: the names of the reported events; `happen` dispatches an event of the window. */
function watch() {
  const received = [];
  const ends = new AbortController();
  watchPage((happening) => received.push(HAPPENINGS[happening]), ends.signal);
  const happen = (type, detail = {}) => page.window.dispatchEvent(Object.assign(new Event(type), detail));
  return { received, ends, happen };
}

describe("An event of the page", () => {
  it("is reported until the watch ends", () => {
    const { received, ends, happen } = watch();
    happen("focus");
    ends.abort();
    happen("focus");
    assert.deepEqual(received, ["focused"]);
  });

  it("is a return from the cache at its first sign, beside the state of the network", () => {
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
    const expected = ["leaving", "hidden", "restored", "visible", "online"];
    assert.deepEqual(received.slice(6), expected, "where the browser shows the page before `pageshow`");
  });

  it("is no return from the cache where the tab was merely frozen", () => {
    const { received, happen } = watch();
    happen("resume");
    assert.deepEqual(received, ["resumed"]);
  });

  it("is ignored where its target is an element", () => {
    const { received } = watch();
    const event = new Event("offline");
    Object.defineProperty(event, "target", { value: { nodeType: 1 } });
    page.window.dispatchEvent(event);
    assert.deepEqual(received, []);
  });

  it("is an unload where the page is not cached, and nothing where the page is new", () => {
    const { received, happen } = watch();
    happen("pageshow", { persisted: false });
    assert.deepEqual(received, []);
    happen("pagehide", { persisted: false });
    assert.deepEqual(received, ["unloading"]);
  });
});
