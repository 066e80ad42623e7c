// The page's session with the package's own sign-in: the form, and the dialog.

import type { Session, SessionOptions } from "platform-session";
import type { SomeSignInMessages } from "platform-session/sign-in-form";

/**
 * `pageSession`, with `signInDialog()` as its `reauthenticate`, unless the options have another; and `<sign-in-form>` is defined with it, which
 * a `SignedIn` shows by itself. On a server no element is defined, and the session is as `pageSession` makes it there.
 *
 * `messages` and `prefix` are those of the dialog and of the form. With a `prefix`, give `SignedIn` that element as its `fallback` and
 * `pending`.
 */
export function signInSession(
  options?: SessionOptions & {
    messages?: SomeSignInMessages | undefined;
    prefix?: string | undefined;
  },
): Session;
