// platform-session/inspector: for development. Why each gate is as it is, what the session does, and the page as another user sees it.

import type { Session } from "platform-session";

/**
 * Puts a panel over the page. It says who is signed in, and of each gate that the page holds **why** it is as it is. It lists the
 * requests of `session.fetch`, and what was read, sent, heard from other tabs and published. It shows no token and no body, and of an
 * address only its path, with the origin where that is not the deployment's. Where `session` has a preview (`previewable`), the panel
 * steers that, and `close()` ends it.
 *
 * Collapsed, unless `open`. A further call for the same session gives the same panel; with `open` it opens that, and moves the focus
 * there. On a server it does nothing.
 *
 * Throws a `TypeError` where `session` is no session of this package.
 */
export function inspect(session: Session, options?: { open?: boolean | undefined }): { close(): void };

/**
 * A session over this one, which shows what the panel says: another role, a feature more or less, no user, an outage, a sign-out that
 * fails. Give it to the page in place of `session`. Reads and requests are still the real user's, so the deployment refuses what it
 * would refuse anyway. While the panel says nothing, it shows what `session` shows. A further call gives the same one.
 */
export function previewable(session: Session): Session;
