// `renderWithSession`: renders a component with a test session, by Testing Library.

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

/** The names of Testing Library's options. All other options go to `createTestSession`, which refuses unknown ones. */
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

/** The options of the test session. */
type SessionOptions = Omit<TestSessionOptions, "reauthenticate"> &
  Pick<RenderWithSessionOptions, "reauthenticate">;

export function renderWithSession<
  Q extends Queries = typeof queries,
  Container extends Element | DocumentFragment = HTMLElement,
  BaseElement extends Element | DocumentFragment = Container,
>(
  ui: ReactNode | ((session: TestSession) => ReactNode),
  { session: given, wrapper, ...options }: RenderWithSessionOptions<Q, Container, BaseElement> = {},
): RenderResult<Q, Container, BaseElement> & { session: TestSession } {
  const [renderOptions, sessionOptions] = partition<RenderOptions<Q, Container, BaseElement>, SessionOptions>(
    options,
    RENDER_OPTIONS,
  );
  if (given) refuseSessionOptions(sessionOptions);
  const session = given ?? createSession(sessionOptions);
  // A test may have created its document by itself, without custom elements and dialogs.
  if (globalThis.customElements) defineParts(session);
  if (globalThis.HTMLDialogElement) completeDialogs();
  const content = typeof ui === "function" ? ui(session) : ui;
  const result = render(content, { ...renderOptions, wrapper: wrapperFor(session, wrapper) });
  return { ...result, session };
}

export const signInAgain = (session: TestSession): Promise<void> =>
  getConfig().asyncWrapper(() => answer(session));

const createSession = ({ reauthenticate, notify = act, ...options }: SessionOptions) =>
  createTestSession({
    ...options,
    notify,
    reauthenticate: reauthenticate === "dialog" ? signInDialog() : reauthenticate,
  });

/** Defines the package's elements, as `signInSession` does. An element of the application with such a name is left as it is. */
function defineParts(session: TestSession): void {
  for (const [name, define] of [
    [FORM, defineSignInForm],
    ["sign-out-button", defineSignOutButton],
    ["session-notices", defineSessionNotices],
  ] as const) {
    const definedClass = customElements.get(name);
    if (!definedClass || REBIND in definedClass) define(session);
  }
}

/** Adds the method `showModal`, as far as the package's dialog needs it, where jsdom lacks it. */
function completeDialogs() {
  HTMLDialogElement.prototype.showModal ??= function () {
    this.open = true;
  };
}

type Wrapper = JSXElementConstructor<{ children: ReactNode }>;

/** Returns the component around the test's own, which provides the session, also when the test renders again. */
const wrapperFor =
  (session: TestSession, wrapper: Wrapper = Fragment) =>
  ({ children }: { children?: ReactNode }) => {
    useEffect(() => endDialogs, []);
    return createElement(
      SessionProvider,
      { session },
      createElement(IdentityBoundary, null, createElement(wrapper, null, children)),
    );
  };

/** Closes the sign-in dialogs, as the Escape key does: they are outside of the rendered component, so unmounting does not remove them. */
function endDialogs() {
  for (const dialog of document.querySelectorAll(".sign-in-dialog")) dialog.dispatchEvent(new Event("close"));
}

/** Splits the options into those with one of these names, and the others. */
function partition<Named, Others>(options: object, names: readonly string[]): [Named, Others] {
  const entries = Object.entries(options);
  const isNamed = ([name]: [string, unknown]) => names.includes(name);
  return [entries.filter(isNamed), entries.filter((entry) => !isNamed(entry))].map(Object.fromEntries) as [
    Named,
    Others,
  ];
}

/** Throws a `TypeError` if one of these options is given beside `session`, which was created with its own options. */
function refuseSessionOptions(options: object): void {
  for (const [name, value] of Object.entries(options))
    if (value !== undefined)
      throw new TypeError(`${name} is no option beside session: give it where that is made`);
}
