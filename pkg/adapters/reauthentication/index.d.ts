// The option `reauthenticate` as a value that an interface shows.

import type { ReauthenticationNeed, SessionOptions, SessionSnapshot, Subscribable } from "platform-session";

/**
 * Turns the option `reauthenticate` into a value that an interface can show: a dialog of your own, in any framework.
 * `const reauthentication = createReauthentication(); createSession({ reauthenticate: reauthentication.reauthenticate })`
 *
 * On a server `value` is always `null`: no session asks for anything there. Give one to one session: requests of several wait for each
 * other.
 */
export function createReauthentication(): Reauthentication;

/** Frozen, and its members are bound. */
export interface Reauthentication extends Subscribable<ReauthenticationRequest | null> {
  /** What the user is asked for now; `null` while nothing is. The same object until that changes. */
  readonly value: ReauthenticationRequest | null;
  /** The function for the option of that name. Rejects with "superseded" at once, and shows nothing, where the identity has ended already. */
  readonly reauthenticate: NonNullable<SessionOptions["reauthenticate"]>;
}

/**
 * The request ends by itself where the identity ends, where the same user signs in elsewhere (reason "ended"), at `close()`, and where the page is
 * left: the back/forward cache may bring it back to another user. Frozen, and its members are bound; it keeps nothing of the credentials.
 * Once it has ended, `login` and `startSso` reject with "superseded", and `cancel` does nothing.
 */
export interface ReauthenticationRequest extends ReauthenticationNeed {
  /**
   * Calls `session.login`. A wrong password rejects, and the request stays open: the user may try again. Another user may sign in, too: the
   * identity ends then, and with it the requests that waited.
   */
  login(credentials: { email: string; password: string }): Promise<SessionSnapshot>;
  /**
   * Single sign-on in a window: call it on a click. A closed window rejects, and the request stays open. It brings no bearer token, so it
   * is of no use for the reason "bearer". The window comes back to the page's current address.
   */
  startSso(): Promise<void>;
  /** The user gives up: the requests that waited get their 401. A `login` or `startSso` under way rejects with "aborted". */
  cancel(): void;
}
