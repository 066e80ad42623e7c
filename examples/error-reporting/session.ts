import * as Sentry from "@sentry/browser";
import { pageSession } from "platform-session";
import { reportErrors, sentryOptions } from "platform-session/errors";

// Before the session is created, of which the first read may fail.
Sentry.init({ dsn: import.meta.env.VITE_SENTRY_DSN, ...sentryOptions });

export const session = pageSession();
reportErrors(session, Sentry.captureException);
