// A component with the double around it, rendered by Testing Library.

import { act, render } from "@testing-library/react";
import { IdentityBoundary, SessionProvider } from "platform-session/react";
import { defineSignInForm, signInDialog } from "platform-session/sign-in-form";
import { createTestSession } from "platform-session/testing";
import { createElement, Fragment, useEffect } from "react";
import { REBIND } from "../elements/define.js";
import { FORM } from "../shared/in-place.js";

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
  const session = given ?? createDouble(forDouble);
  defineForm(session);
  completeDialogs();
  const content = typeof ui === "function" ? ui(session) : ui;
  const result = render(content, { ...forRender, wrapper: around(session, wrapper) });
  return /** @type {any} */ ({ ...result, session });
}

const createDouble = ({ reauthenticate, notify = act, ...options }) =>
  createTestSession({
    ...options,
    notify,
    reauthenticate: reauthenticate === "dialog" ? signInDialog() : reauthenticate,
  });

/** `SignedIn` shows it, as in a page. An element that the application has under that name is left as it is. */
function defineForm(session) {
  const known = customElements.get(FORM);
  if (!known || REBIND in known) defineSignInForm(session);
}

/** jsdom has no modal dialog. This much of one is enough. */
function completeDialogs() {
  HTMLDialogElement.prototype.showModal ??= function () {
    this.open = true;
  };
}

/** What is around the component, also where the test renders it again. */
const around =
  (session, wrapper = Fragment) =>
  ({ children }) => {
    useEffect(() => endDialogs, []);
    return createElement(
      SessionProvider,
      { session },
      createElement(IdentityBoundary, null, createElement(wrapper, null, children)),
    );
  };

/** The dialog stands outside of what is rendered. It ends as by the Escape key. */
function endDialogs() {
  for (const dialog of document.querySelectorAll(".sign-in-dialog")) dialog.dispatchEvent(new Event("close"));
}

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
