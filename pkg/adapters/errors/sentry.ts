// What Sentry is to send, and what it is to leave out.

import type { SentryOptions } from "./index.js";
import { isReportable, tagsOf } from "./reports.js";

export const sentryOptions: SentryOptions = {
  // The IP address; the query of an address; the deployment's host in messages of the browser; what a Vue component was given.
  dataCollection: { userInfo: false, urlQueryParams: false },
  enhanceFetchErrorMessages: false,
  attachProps: false,
  // They hold addresses of requests and of pages, what the console said, and labels of what was clicked.
  beforeBreadcrumb: () => null,
  beforeSend: (event, { originalException: error }) => {
    if (!isReportable(error)) return null;
    // The page's address, the one before it, and what `Sentry.setUser` was given.
    const { request: _request, user: _user, ...sent } = event;
    return { ...sent, tags: { ...sent.tags, ...tagsOf(error) } } as typeof event;
  },
};
