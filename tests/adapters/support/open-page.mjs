// Opens a page of jsdom, for a test that runs in Node.

import { createRequire } from "node:module";
import { frameworks } from "../../consumers/support/places.mjs";

const GLOBALS = [
  ...["document", "window", "navigator", "customElements", "HTMLElement", "HTMLDialogElement"],
  ...["HTMLIFrameElement", "MutationObserver", "Text", "Event", "EventTarget", "CustomEvent"],
];

/** Opens an empty page, and defines the globals of it that the package, React and Testing Library need. */
export function openPage() {
  const { JSDOM } = createRequire(frameworks)("jsdom");
  const { window } = new JSDOM("<!doctype html><body></body>", { url: "http://localhost/" });
  const define = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true });
  for (const name of GLOBALS) define(name, window[name]);
}
