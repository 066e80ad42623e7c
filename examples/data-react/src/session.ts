import * as Sentry from "@sentry/browser";
import { reportErrors, sentryOptions } from "platform-session/errors";
import { signInSession } from "platform-session/sign-in";

// Before the session is created, of which the first read may fail.
Sentry.init({ dsn: import.meta.env.VITE_SENTRY_DSN, ...sentryOptions });

/** The one session of the page, for the caches and for React. */
export const session = signInSession();
reportErrors(session, Sentry.captureException);
