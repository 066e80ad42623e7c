import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { MESSAGES } from "../../pkg/entry/channel.js";
import { callNumber, createGeneration } from "../../pkg/entry/generation.js";
import { fakePage } from "./fake-page.mjs";
import { callKinds, constant, enumTexts, needReasons, newsKinds } from "./rust-source.mjs";

const source = readFileSync(new URL("../../pkg/entry/generation.js", import.meta.url), "utf8");
const list = (name) =>
  [...new RegExp(`^const ${name} = \\[([^\\]]*)\\];`, "m").exec(source)[1].matchAll(/"([^"]+)"/g)].map(
    ([, text]) => text,
  );

/** A page that each test makes its own. */
const document = {};
const navigator = {};
fakePage(() => ({ document, navigator }));

/** The flags that an engine begins with, where this is chosen, or so, and nothing else. */
function flagsOf({ hidden = false, onLine = true, reason = null, first, unseen, ...settings }) {
  Object.assign(document, { hidden });
  Object.assign(navigator, { onLine });
  let flags;
  const engine = { begin: (...parts) => ([, , flags] = parts) };
  const initial = { body: {}, news: { reason }, age: () => 0 };
  createGeneration(engine, settings, first, {}).start(initial, undefined, undefined, unseen);
  return flags;
}

describe("The way to the engine", () => {
  it("has the flags that the crate has", () => {
    const first = { age: () => 0, abort: new AbortController() };
    const choices = {
      DISCARD: { discard: true },
      ON_FOCUS: { onFocus: true },
      ON_ONLINE: { onOnline: true },
      REAUTHENTICATES: { reauthenticate() {} },
      HIDDEN: { hidden: true },
      OFFLINE: { onLine: false },
      FIRST_READ: { first },
      DEACTIVATED: { reason: "deactivated" },
      NEWCOMER_UNSEEN: { unseen: true },
    };
    assert.equal(flagsOf({}), 0);
    for (const [name, chosen] of Object.entries(choices))
      assert.equal(flagsOf(chosen), constant("js/engine.rs", name), name);
  });

  it("has the calls at the numbers that the crate gives them", () => {
    const calls = list("CALLS");
    const kinds = callKinds();
    assert.equal(calls.length, kinds.length);
    for (const [position, { number, event }] of kinds.entries()) {
      const call = calls[position];
      assert.equal(
        event.toLowerCase().replace("called", ""),
        call === "abort" ? "aborted" : call.toLowerCase(),
      );
      assert.equal(number, position === kinds.length - 1 ? "_" : String(position));
      assert.equal(callNumber(call), position);
    }
  });

  it("says to other tabs what the crate says, and in its order", () => {
    assert.deepEqual(MESSAGES, enumTexts("core/tab_message.rs", "TabMessage"));
  });

  it("has the events at the numbers that the crate gives them", () => {
    const named = {
      woken: "Woken",
      hidden: "Visible(false)",
      visible: "Visible(true)",
      focused: "Focused",
      offline: "Online(false)",
      online: "Online(true)",
      leaving: "Leaving",
      restored: "Restored",
      "not-reauthenticated": "Reauthenticated { resolved: false }",
      reauthenticated: "Reauthenticated { resolved: true }",
      "catalogue-unwatched": "CatalogueWatched(false)",
      "catalogue-watched": "CatalogueWatched(true)",
      "window-gone": "SignInWindow(false)",
      "window-opened": "SignInWindow(true)",
      unloading: "Unloading",
      closed: "Closed",
    };
    const kinds = newsKinds();
    const messages = kinds
      .slice(0, MESSAGES.length)
      .map(({ event }) => /^Heard\(TabMessage::(\w+)\)$/.exec(event)?.[1]);
    const dashed = (name) => name.replaceAll(/\B[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
    assert.deepEqual(messages.map(dashed), MESSAGES);
    assert.deepEqual(
      kinds.slice(MESSAGES.length).map(({ event }) => event),
      list("EVENTS").map((name) => named[name]),
    );
    for (const [position, { number }] of kinds.entries())
      assert.equal(number, position === kinds.length - 1 ? "_" : String(position));
  });

  it("has the reasons to sign in again in the crate's order", () => {
    assert.deepEqual(list("NEEDS"), needReasons());
  });
});
