// `signInSession`: the page's session together with the package's own elements: sign-in form, sign-in dialog, sign-out button and notices.

import type { Session, SessionOptions } from "platform-session";
import type { SomeSessionNoticeMessages } from "platform-session/session-notices";
import type { SomeSignInMessages } from "platform-session/sign-in-form";

/**
 * Returns `pageSession(options)` with `signInDialog()` as its `reauthenticate`, unless the options have another. It also defines `<sign-in-form>`,
 * which a `SignedIn` shows by itself, `<sign-out-button>`, and `<session-notices>`, which the application puts where every page shows it. On a
 * server no element is defined.
 *
 * Most applications should take this function. `platform-session/sign-in-form` has the elements alone, for a session that you make yourself.
 *
 * `messages` are the texts of the dialog, the form and the button, `notices` the texts of the notices. `prefix` begins the names of all elements:
 * a lowercase ASCII letter first, then such letters, digits, "-", "." and "_". It throws before the page has a session, for a wrong option or a
 * name that belongs to another class. With a `prefix`, give `SignedIn` the form as its `fallback` and `pending`.
 */
export function signInSession(
  options?: SessionOptions & {
    messages?: SomeSignInMessages | undefined;
    notices?: SomeSessionNoticeMessages | undefined;
    prefix?: string | undefined;
  },
): Session;
