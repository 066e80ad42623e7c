// Sentry's own types take `sentryOptions` and `reportErrors`; the package does not import those types.

import * as Sentry from "@sentry/browser";
import { createSession } from "platform-session";
import { reportErrors, sentryOptions } from "platform-session/errors";

const session = createSession();
const dsn = "https://public@errors.example/1";

Sentry.init({ dsn, ...sentryOptions });
reportErrors(session, Sentry.captureException);

export const typed: Sentry.BrowserOptions = { dsn, ...sentryOptions };
export const alone: Sentry.BrowserOptions = sentryOptions;

/** An application's own options come after the package's, and may call them. */
export const own = {
  dsn,
  ...sentryOptions,
  release: "1.0.0",
  dataCollection: { ...sentryOptions.dataCollection, httpBodies: [] },
  beforeSend: (event, hint) => {
    const sent = sentryOptions.beforeSend(event, hint);
    if (sent === null) return null;
    const { level, exception }: Sentry.ErrorEvent = sent;
    const [first] = exception?.values ?? [];
    return level === "debug" || first?.type === "ChunkLoadError" ? null : { ...sent, user: { id: "1" } };
  },
} satisfies Sentry.BrowserOptions;
Sentry.init(own);
Sentry.init({ dsn, ...sentryOptions, beforeSend: (event, hint) => sentryOptions.beforeSend(event, hint) });
Sentry.init({
  dsn,
  ...sentryOptions,
  beforeSend: async (event, hint) => sentryOptions.beforeSend(event, hint),
});

// @ts-expect-error Every application is given the same.
sentryOptions.enhanceFetchErrorMessages = "always";
// @ts-expect-error The error is in the hint.
sentryOptions.beforeSend({ type: undefined });
// @ts-expect-error The event first.
sentryOptions.beforeSend("an event", {});
