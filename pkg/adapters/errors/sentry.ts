// Options for Sentry, with which a report contains nothing about the user.

import type { SentryOptions } from "./index.js";
import { isReportable, tagsOf } from "./reports.js";

export const sentryOptions: SentryOptions = {
  // The next three options: otherwise Sentry sends the IP address, queries of addresses, the deployment's host, and the props of Vue components.
  dataCollection: { userInfo: false, urlQueryParams: false },
  enhanceFetchErrorMessages: false,
  attachProps: false,
  // Breadcrumbs hold addresses of requests and of pages, texts of the console, and labels of what was clicked.
  beforeBreadcrumb: () => null,
  beforeSend: (event, { originalException: error }) => {
    if (!isReportable(error)) return null;
    // `request` has the addresses of this page and of the one before it; `user` has the argument of `Sentry.setUser`.
    const { request: _request, user: _user, ...sent } = event;
    return { ...sent, tags: { ...sent.tags, ...tagsOf(error) } } as typeof event;
  },
};
