// A page of jsdom, for a test that runs in Node.

import { createRequire } from "node:module";
import { frameworks } from "../../consumers/support/places.mjs";

const OF_A_PAGE = [
  ...["document", "window", "navigator", "customElements", "HTMLElement", "HTMLDialogElement"],
  ...["HTMLIFrameElement", "MutationObserver", "Text", "Event", "EventTarget", "CustomEvent"],
];

/** Opens a page, with the globals that the package, React and Testing Library need. */
export function openPage() {
  const { JSDOM } = createRequire(frameworks)("jsdom");
  const { window } = new JSDOM("<!doctype html><body></body>", { url: "http://localhost/" });
  const define = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true });
  for (const name of OF_A_PAGE) define(name, window[name]);
}
