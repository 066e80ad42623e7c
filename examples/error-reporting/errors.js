import * as Sentry from "@sentry/browser";
import { isSessionError } from "platform-session";

/** Before the session is created: a rejection that nothing catches is reported from then on. */
export function startErrorReporting() {
  Sentry.init({
    dsn: import.meta.env.VITE_SENTRY_DSN,
    // The IP address; the query of an address; the deployment's host in messages of the browser.
    dataCollection: { userInfo: false, urlQueryParams: false },
    enhanceFetchErrorMessages: false,
    // They hold addresses of requests and of pages, what the console said, and labels of what was clicked.
    beforeBreadcrumb: () => null,
    beforeSend,
  });
}

/** The failures that no call rejects with: in groups by their code, for their stacks begin in the package. */
export function reportSession(session) {
  for (const type of ["revalidation-failed", "cookie-refused"])
    session.addEventListener(type, ({ detail: { error } }) =>
      Sentry.captureException(error, { fingerprint: [type, error.code] }),
    );
}

/** What is sent of this error: `null` is nothing. */
function beforeSend(event, { originalException: error }) {
  if (isExpected(error)) return null;
  // The page's address, the one before it, and what `Sentry.setUser` was given.
  const { request: _request, user: _user, ...sent } = event;
  if (!isSessionError(error)) return sent;
  const { code, call, status, retryable } = error;
  return { ...sent, tags: { ...sent.tags, code, call, status, retryable } };
}

/** Nothing is wrong: the user, the page, or another user ended it. A body that was still being read ends with an `AbortError`. */
const isExpected = (error) => (isSessionError(error) ? error.expected : error?.name === "AbortError");
