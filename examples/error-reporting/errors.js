import * as Sentry from "@sentry/browser";
import { isExpected, reportErrors, tagsOf } from "platform-session/errors";

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

/** The failures that no call rejects with. */
export const reportSession = (session) =>
  reportErrors(session, (error, fingerprint) => Sentry.captureException(error, { fingerprint }));

/** What is sent of this error: `null` is nothing. */
function beforeSend(event, { originalException: error }) {
  const tags = tagsOf(error);
  if (isExpected(error) || isUnauthenticated(tags)) return null;
  // The page's address, the one before it, and what `Sentry.setUser` was given.
  const { request: _request, user: _user, ...sent } = event;
  return { ...sent, tags: { ...sent.tags, ...tags } };
}

/** The session has ended, and its user has not signed in again: after "Not now". An answer has no code. */
const isUnauthenticated = ({ status, code = "unauthenticated" }) =>
  status === 401 && code === "unauthenticated";
