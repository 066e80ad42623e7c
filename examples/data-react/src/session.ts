import * as Sentry from "@sentry/browser";
import { reportErrors, sentryOptions } from "platform-session/errors";
import { signInSession } from "platform-session/sign-in";

// This runs before the session is created, as its first read may fail.
Sentry.init({ dsn: import.meta.env.VITE_SENTRY_DSN, ...sentryOptions });

/** The page's session, for the caches and for React. */
export const session = signInSession();
reportErrors(session, Sentry.captureException);
