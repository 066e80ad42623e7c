// A component with the double around it, rendered by Testing Library.

import { act, render } from "@testing-library/react";
import { IdentityBoundary, SessionProvider } from "platform-session/react";
import { createTestSession } from "platform-session/testing";
import { createElement, Fragment } from "react";

/** Testing Library's options. Every other is the double's, which refuses one that does not exist. */
const RENDER_OPTIONS = [
  "baseElement",
  "container",
  "hydrate",
  "legacyRoot",
  "onCaughtError",
  "onRecoverableError",
  "onUncaughtError",
  "queries",
  "reactStrictMode",
];

/** @type {typeof import("./react.d.ts").renderWithSession} */
export function renderWithSession(ui, { session: given, wrapper, ...options } = {}) {
  const [forRender, forDouble] = parted(options, RENDER_OPTIONS);
  if (given) refuseBeside(forDouble);
  const session = given ?? createTestSession({ ...forDouble, notify: forDouble.notify ?? act });
  const content = typeof ui === "function" ? ui(session) : ui;
  const result = render(content, { ...forRender, wrapper: around(session, wrapper) });
  return /** @type {any} */ ({ ...result, session });
}

/** What is around the component, also where the test renders it again. */
const around =
  (session, wrapper = Fragment) =>
  ({ children }) =>
    createElement(
      SessionProvider,
      { session },
      createElement(IdentityBoundary, null, createElement(wrapper, null, children)),
    );

/** Those of the names, and the others. */
function parted(options, names) {
  const entries = Object.entries(options);
  const isNamed = ([name]) => names.includes(name);
  return [entries.filter(isNamed), entries.filter((entry) => !isNamed(entry))].map(Object.fromEntries);
}

/** A double that is there already has its options. */
function refuseBeside(options) {
  for (const [name, value] of Object.entries(options))
    if (value !== undefined)
      throw new TypeError(`${name} is no option beside session: give it where that is made`);
}
