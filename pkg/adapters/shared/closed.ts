// Warns the developer that gates stay closed because the session is closed.

import type { Session } from "platform-session";

/**
 * Warns on the console once the session is closed: every gate is closed from then on, and nothing on the page shows why.
 * Returns a function that ends the watch.
 */
export const warnWhenClosed = (session: Session) =>
  session.subscribe(({ error }) => {
    if (error?.code === "closed")
      console.warn(
        "platform-session: this session is closed, so every gate is. Did an effect or a hot reload close it? Take pageSession() instead of createSession(), and leave it open.",
      );
  });
