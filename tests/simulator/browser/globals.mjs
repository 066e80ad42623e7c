// Replaces globals of the platform with the fake parts.

import { AbortController, AbortSignal } from "./abort.mjs";
import { createBroadcastChannel } from "./channel.mjs";
import { Headers, Request, Response } from "./messages.mjs";

/** How the package's warnings to developers begin. */
const WARNINGS = [
  "platform-session: the WebAssembly did not load",
  "platform-session: a service worker or a cache keeps answers",
];

const descriptorOf = Object.getOwnPropertyDescriptor;

const isGlobal = (candidate) => candidate === globalThis;

/** Installs the fake globals, and returns a function that restores the real ones. They use `stage.world`, so one installation serves every schedule. */
export function installGlobals(stage) {
  const undo = [];
  const put = (target, name, descriptor) => {
    const original = descriptorOf(target, name);
    Object.defineProperty(target, name, { configurable: true, ...descriptor });
    undo.push(() => (original ? Object.defineProperty(target, name, original) : delete target[name]));
  };
  const value = (target, name, fake) => put(target, name, { value: fake, writable: true });
  const world = () => stage.world;

  const page = {
    addEventListener: (type, listener, options) => world().current.listen(type, listener, options),
    removeEventListener: (type, listener) => world().current.unlisten(type, listener),
  };
  if (typeof window === "undefined") {
    value(globalThis, "window", globalThis);
    value(globalThis, "document", {});
    if (typeof navigator === "undefined") value(globalThis, "navigator", {});
    // The generated glue checks whether the global object is a window.
    value(
      globalThis,
      "Window",
      Object.defineProperty(() => {}, Symbol.hasInstance, { value: isGlobal }),
    );
  }
  for (const target of [globalThis, document]) {
    for (const [name, fake] of Object.entries(page)) value(target, name, fake);
  }
  value(document, "hasFocus", () => world().current.tab.visible);
  put(document, "hidden", { get: () => !world().current.tab.visible });
  put(document, "visibilityState", { get: () => (world().current.tab.visible ? "visible" : "hidden") });
  put(navigator, "onLine", { get: () => world().current.tab.online });

  value(Date, "now", () => world().agenda.wallMs());
  value(performance, "now", () => world().agenda.monoMs() - world().current.tab.timeOrigin);
  value(performance, "getEntriesByName", (url) => world().current.preload?.entriesOf(url) ?? []);
  value(globalThis.crypto, "getRandomValues", (into) =>
    into.fill(Math.floor(world().jitter.unit() * 2 ** 32)),
  );
  value(Math, "random", () => world().jitter.unit());

  value(globalThis, "setTimeout", (act, ms) => world().setTimer(act, ms, false));
  value(globalThis, "setInterval", (act, ms) => world().setTimer(act, ms, true));
  for (const name of ["clearTimeout", "clearInterval"])
    value(globalThis, name, (id) => world().clearTimer(id));

  value(globalThis, "fetch", (input, init) => world().network.fetch(input, init));
  value(globalThis, "open", () => world().openPopup());
  for (const [name, fake] of Object.entries({ AbortController, AbortSignal, Headers, Request, Response })) {
    value(globalThis, name, fake);
  }
  value(AbortSignal, "timeout", (ms) => world().timeOut(ms));
  value(globalThis, "BroadcastChannel", createBroadcastChannel(stage));
  // Stack traces are the slowest part of an error, and one call in a few ends with an error.
  if ("stackTraceLimit" in Error) value(Error, "stackTraceLimit", 0);

  value(globalThis, "reportError", (error) => world().reported(error));
  for (const name of ["log", "info", "warn", "error", "debug"]) {
    value(console, name, (...words) => {
      const isPlanned = name === "warn" && WARNINGS.some((start) => String(words[0]).startsWith(start));
      if (String(words[0]).startsWith(WARNINGS[0])) world().current.noteModuleFailure();
      world().check(isPlanned, "console", words.join(" "));
    });
  }
  return () => {
    for (const act of undo.reverse()) act();
  };
}
