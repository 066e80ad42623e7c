import * as Sentry from "@sentry/browser";
import { QueryClient } from "@tanstack/react-query";
import { queryClientPerIdentity } from "platform-session/data";
import { reportErrors, sentryOptions } from "platform-session/errors";
import { signInSession } from "platform-session/sign-in";

// Before the session is created, of which the first read may fail.
Sentry.init({ dsn: import.meta.env.VITE_SENTRY_DSN, ...sentryOptions });

/** The one session of the page, for the caches and for React. */
export const session = signInSession();
reportErrors(session, Sentry.captureException);

/** The client of the current identity, for `QueryClientProvider`. */
export const clientOf = queryClientPerIdentity(
  (queries) => new QueryClient({ defaultOptions: { queries } }),
  { onError: Sentry.captureException },
);
