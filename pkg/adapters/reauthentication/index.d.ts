// The option `reauthenticate` as a value: the open request to sign in again, which an interface shows.

import type { ReauthenticationNeed, SessionOptions, SessionSnapshot, Subscribable } from "platform-session";

/**
 * Turns the option `reauthenticate` into a value that an interface can show: a dialog of your own, in any framework.
 * `const reauthentication = createReauthentication(); createSession({ reauthenticate: reauthentication.reauthenticate })`
 *
 * On a server `value` is always `null`: no session asks for a sign-in there. Make one for each session: with several sessions their requests
 * are shown one after another.
 */
export function createReauthentication(): Reauthentication;

/** Frozen, and its members are bound. */
export interface Reauthentication extends Subscribable<ReauthenticationRequest | null> {
  /** The open request to sign in again; `null` where there is none. The same object until that changes. */
  readonly value: ReauthenticationRequest | null;
  /** The function for the option `reauthenticate`. If the identity has ended already, it rejects with "superseded" at once and shows nothing. */
  readonly reauthenticate: NonNullable<SessionOptions["reauthenticate"]>;
}

/**
 * A request to sign in again. It ends by itself when the identity ends, when the same user signs in elsewhere (reason "ended"), at `close()`, and
 * when the page is left: the back/forward cache may bring it back to another user. Frozen, and its members are bound; it keeps no credentials.
 * Once it has ended, `login` and `startSso` reject with "superseded", and `cancel` does nothing.
 */
export interface ReauthenticationRequest extends ReauthenticationNeed {
  /**
   * Calls `session.login`. After a wrong password it rejects, and the request stays open: the user may try again. Another user may sign in, too:
   * then the identity ends, and the requests that wait reject.
   */
  login(credentials: { email: string; password: string }): Promise<SessionSnapshot>;
  /**
   * Starts single sign-on in a window: call it on a click. If the window is closed it rejects, and the request stays open. Single sign-on brings
   * no bearer token, so it is of no use for the reason "bearer". The window comes back to the page's current address.
   */
  startSso(): Promise<void>;
  /** Gives up, for the user: the requests that wait get their 401. A `login` or `startSso` under way rejects with "aborted". */
  cancel(): void;
}
