// A component with the double around it, rendered by Testing Library.

import {
  act,
  getConfig,
  type Queries,
  type queries,
  type RenderOptions,
  type RenderResult,
  render,
} from "@testing-library/react";
import { IdentityBoundary, SessionProvider } from "platform-session/react";
import { defineSessionNotices } from "platform-session/session-notices";
import { defineSignInForm, defineSignOutButton, signInDialog } from "platform-session/sign-in-form";
import {
  signInAgain as answer,
  createTestSession,
  type TestSession,
  type TestSessionOptions,
} from "platform-session/testing";
import { createElement, Fragment, type JSXElementConstructor, type ReactNode, useEffect } from "react";
import { REBIND } from "../../elements/names.js";
import { FORM } from "../../shared/in-place.js";
import type { RenderWithSessionOptions } from "./index.js";

/** The names of Testing Library's options. Every other option is the double's, which refuses one that does not exist. */
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

/** The options that a double is made with. */
type Double = Omit<TestSessionOptions, "reauthenticate"> & Pick<RenderWithSessionOptions, "reauthenticate">;

export function renderWithSession<
  Q extends Queries = typeof queries,
  Container extends Element | DocumentFragment = HTMLElement,
  BaseElement extends Element | DocumentFragment = Container,
>(
  ui: ReactNode | ((session: TestSession) => ReactNode),
  { session: given, wrapper, ...options }: RenderWithSessionOptions<Q, Container, BaseElement> = {},
): RenderResult<Q, Container, BaseElement> & { session: TestSession } {
  const [forRender, forDouble] = parted<RenderOptions<Q, Container, BaseElement>, Double>(
    options,
    RENDER_OPTIONS,
  );
  if (given) refuseBeside(forDouble);
  const session = given ?? createDouble(forDouble);
  // A test may have made its document by hand, without custom elements and dialogs.
  if (globalThis.customElements) defineParts(session);
  if (globalThis.HTMLDialogElement) completeDialogs();
  const content = typeof ui === "function" ? ui(session) : ui;
  const result = render(content, { ...forRender, wrapper: around(session, wrapper) });
  return { ...result, session };
}

export const signInAgain = (session: TestSession): Promise<void> =>
  getConfig().asyncWrapper(() => answer(session));

const createDouble = ({ reauthenticate, notify = act, ...options }: Double) =>
  createTestSession({
    ...options,
    notify,
    reauthenticate: reauthenticate === "dialog" ? signInDialog() : reauthenticate,
  });

/** Defines the package's elements, as `signInSession` does. An element that the application has under such a name is left as it is. */
function defineParts(session: TestSession): void {
  for (const [name, define] of [
    [FORM, defineSignInForm],
    ["sign-out-button", defineSignOutButton],
    ["session-notices", defineSessionNotices],
  ] as const) {
    const known = customElements.get(name);
    if (!known || REBIND in known) define(session);
  }
}

/** Adds as much of a modal dialog as the package's own dialog needs: jsdom has none. */
function completeDialogs() {
  HTMLDialogElement.prototype.showModal ??= function () {
    this.open = true;
  };
}

type Wrapper = JSXElementConstructor<{ children: ReactNode }>;

/** The component around the test's, also where the test renders that again: it provides the session. */
const around =
  (session: TestSession, wrapper: Wrapper = Fragment) =>
  ({ children }: { children?: ReactNode }) => {
    useEffect(() => endDialogs, []);
    return createElement(
      SessionProvider,
      { session },
      createElement(IdentityBoundary, null, createElement(wrapper, null, children)),
    );
  };

/** Closes the dialogs, as the Escape key does: they stand outside of what is rendered, which ends without them. */
function endDialogs() {
  for (const dialog of document.querySelectorAll(".sign-in-dialog")) dialog.dispatchEvent(new Event("close"));
}

/** Parts the options into those with one of these names, and the others. */
function parted<Named, Others>(options: object, names: readonly string[]): [Named, Others] {
  const entries = Object.entries(options);
  const isNamed = ([name]: [string, unknown]) => names.includes(name);
  return [entries.filter(isNamed), entries.filter((entry) => !isNamed(entry))].map(Object.fromEntries) as [
    Named,
    Others,
  ];
}

/** Throws for an option of a double beside `session`: that double is there already, with its own options. */
function refuseBeside(options: object): void {
  for (const [name, value] of Object.entries(options))
    if (value !== undefined)
      throw new TypeError(`${name} is no option beside session: give it where that is made`);
}
