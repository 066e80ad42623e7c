// Options for Sentry: an error is sent without anything that tells of the user.

import type { SentryOptions } from "./index.js";
import { isReportable, tagsOf } from "./reports.js";

export const sentryOptions: SentryOptions = {
  // Otherwise Sentry sends the IP address; the query of an address; the deployment's host in browsers' messages; the props of a Vue component.
  dataCollection: { userInfo: false, urlQueryParams: false },
  enhanceFetchErrorMessages: false,
  attachProps: false,
  // Breadcrumbs hold addresses of requests and of pages, texts of the console, and labels of what was clicked.
  beforeBreadcrumb: () => null,
  beforeSend: (event, { originalException: error }) => {
    if (!isReportable(error)) return null;
    // `request` has the page's address and the one before it; `user`, what `Sentry.setUser` was given.
    const { request: _request, user: _user, ...sent } = event;
    return { ...sent, tags: { ...sent.tags, ...tagsOf(error) } } as typeof event;
  },
};
