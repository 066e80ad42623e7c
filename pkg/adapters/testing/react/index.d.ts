// platform-session/testing/react: for tests of React 18 and 19 with Testing Library, in Vitest and in Jest.

import type { Queries, queries, RenderOptions, RenderResult } from "@testing-library/react";
import type { TestSession, TestSessionOptions } from "platform-session/testing";
import type { ReactNode } from "react";

/** Those of `createTestSession`, and those of Testing Library's `render`. One that does not exist is a `TypeError` that names it. */
export interface RenderWithSessionOptions<
  Q extends Queries = typeof queries,
  Container extends Element | DocumentFragment = HTMLElement,
  BaseElement extends Element | DocumentFragment = Container,
> extends Omit<TestSessionOptions, "reauthenticate">,
    RenderOptions<Q, Container, BaseElement> {
  /** As of `createTestSession`; or `"dialog"`, the package's: `signInDialog()`. */
  reauthenticate?: TestSessionOptions["reauthenticate"] | "dialog";
  /**
   * A double that is there already, as where it takes the place of a module: make it with `notify: act`. Its own options are given where it
   * is made: beside it, they are a `TypeError`.
   */
  session?: TestSession | undefined;
}

/**
 * Renders a component as a page does, within `SessionProvider` and `IdentityBoundary`, on a double of the session. `notify` is Testing
 * Library's `act`: components have rendered when a call on the session returns. A `wrapper` is within both, so that its hooks find the
 * session; it begins anew for another user.
 *
 * `<sign-in-form>`, which a `SignedIn` shows, `<sign-out-button>` and `<session-notices>` are defined with the double, as in a page. The sign-in dialog works in
 * jsdom, too, and is taken away with what is rendered.
 *
 * `ui`: what is rendered; or a function that gives it, where a component takes something of the session, such as `session.reauthentication`.
 *
 * Gives Testing Library's result, and the double as `session`.
 */
export function renderWithSession<
  Q extends Queries = typeof queries,
  Container extends Element | DocumentFragment = HTMLElement,
  BaseElement extends Element | DocumentFragment = Container,
>(
  ui: ReactNode | ((session: TestSession) => ReactNode),
  options?: RenderWithSessionOptions<Q, Container, BaseElement>,
): RenderResult<Q, Container, BaseElement> & { session: TestSession };

/** `signInAgain` of `platform-session/testing`, in which components may render while it waits, without a word of React's. */
export function signInAgain(session: TestSession): Promise<void>;
