// The page's session with the package's own parts: the form, the dialog, the button that signs out, and the notices.

import type { Session, SessionOptions } from "platform-session";
import type { SomeSessionNoticeMessages } from "platform-session/session-notices";
import type { SomeSignInMessages } from "platform-session/sign-in-form";

/**
 * `pageSession`, with `signInDialog()` as its `reauthenticate`, unless the options have another; and `<sign-in-form>` is defined with it, which
 * a `SignedIn` shows by itself; `<sign-out-button>`; and `<session-notices>`, which the application puts where each page shows it. On a server
 * no element is defined, and the session is as `pageSession` makes it there.
 *
 * This is the one to take for an application. `platform-session/sign-in-form` has the parts alone, for a session that you make yourself.
 *
 * `messages` are those of the dialog, of the form and of the button, `notices` the texts of the notices; `prefix` is for the names of all
 * elements: small letters of ASCII, digits, "-", "." and "_", a letter first. What is refused, such as a name that belongs to another class,
 * is refused before the page has a session. With a `prefix`, give `SignedIn` that form as its `fallback` and `pending`.
 */
export function signInSession(
  options?: SessionOptions & {
    messages?: SomeSignInMessages | undefined;
    notices?: SomeSessionNoticeMessages | undefined;
    prefix?: string | undefined;
  },
): Session;
