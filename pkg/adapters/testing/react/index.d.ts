// platform-session/testing/react: for tests of React 18 and 19 with Testing Library, in Vitest and in Jest.

import type { Queries, queries, RenderOptions, RenderResult } from "@testing-library/react";
import type { TestSession, TestSessionOptions } from "platform-session/testing";
import type { ReactNode } from "react";

/** The options of `createTestSession`, and those of Testing Library's `render`. An option that does not exist throws a `TypeError`. */
export interface RenderWithSessionOptions<
  Q extends Queries = typeof queries,
  Container extends Element | DocumentFragment = HTMLElement,
  BaseElement extends Element | DocumentFragment = Container,
> extends Omit<TestSessionOptions, "reauthenticate">,
    RenderOptions<Q, Container, BaseElement> {
  /** As for `createTestSession`; or `"dialog"`: the package's dialog, `signInDialog()`. */
  reauthenticate?: TestSessionOptions["reauthenticate"] | "dialog";
  /**
   * A test session that exists already, for example in place of a mocked module: create it with `notify: act`. Options of `createTestSession`
   * beside it throw a `TypeError`.
   */
  session?: TestSession | undefined;
}

/**
 * Renders a component as a page does, within `SessionProvider` and `IdentityBoundary`, with a test session. `notify` is Testing Library's `act`,
 * so that components have rendered when a call on the session returns. A `wrapper` is within both, so that its hooks find the session; it begins
 * anew for another user.
 *
 * `<sign-in-form>`, which a `SignedIn` shows, `<sign-out-button>` and `<session-notices>` are defined with the test session, as in a page. The
 * sign-in dialog works in jsdom, too, and is closed when the component is unmounted.
 *
 * `ui`: the node to render; or a function that returns it, where a component needs a part of the session, such as `session.reauthentication`.
 *
 * Returns Testing Library's result, and the test session as `session`.
 */
export function renderWithSession<
  Q extends Queries = typeof queries,
  Container extends Element | DocumentFragment = HTMLElement,
  BaseElement extends Element | DocumentFragment = Container,
>(
  ui: ReactNode | ((session: TestSession) => ReactNode),
  options?: RenderWithSessionOptions<Q, Container, BaseElement>,
): RenderResult<Q, Container, BaseElement> & { session: TestSession };

/** Like `signInAgain` of `platform-session/testing`, but components may render while it waits, without a warning of React. */
export function signInAgain(session: TestSession): Promise<void>;
