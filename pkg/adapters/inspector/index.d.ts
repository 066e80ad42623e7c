// platform-session/inspector: for development. It shows why each gate is open or closed, what the session does, and the page as another user
// sees it.

import type { Session } from "platform-session";

/**
 * Puts a panel over the page. It says who is signed in, and for each gate that the page holds **why** it is open, closed or unknown. It lists the
 * requests of `session.fetch`, and a log of reads, messages of other tabs, publications and events. It shows no token and no body, and of an
 * address only the path, with the origin if that is not the deployment's. Where `session` has a preview (`previewable`), the panel steers it, and
 * `close()` ends it.
 *
 * The panel is collapsed, unless `open`. A further call for the same session returns the same panel; with `open` it opens the panel, and moves the
 * focus there. On a server it does nothing.
 *
 * Throws a `TypeError` where `session` is no session of this package.
 */
export function inspect(session: Session, options?: { open?: boolean | undefined }): { close(): void };

/**
 * Returns a session over this one that shows the state chosen in the panel: another role, a feature more or less, no user, an outage, a sign-out
 * that fails. Give it to the page in place of `session`. Reads and requests are still the real user's, so the deployment refuses what it would
 * refuse anyway. While nothing is chosen, it shows what `session` shows. A further call returns the same one.
 */
export function previewable(session: Session): Session;
