// Errors for an application: an error made of an answer, and the rules for retries and reports (re-exported).

import { RESPONSE_ERROR } from "./reports.js";
import { readRetryAfterMs } from "./retry-after.js";

export { retry } from "../shared/retry.js";
export { isExpected, isReportable, reportErrors, tagsOf } from "./reports.js";
export { sentryOptions } from "./sentry.js";

/** `Error` with `captureStackTrace`, which Firefox has from version 138 on. */
interface CapturesStack {
  captureStackTrace?(error: Error, above: unknown): void;
}

export class ResponseError extends Error {
  declare readonly name: "ResponseError";
  readonly status: number;
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;
  constructor({ status, headers }: Response) {
    super(`HTTP ${status}`);
    this.status = status;
    this.retryable = status === 429 || status >= 500;
    this.retryAfterMs = readRetryAfterMs(headers);
  }
}
// `__proto__: null`: members that the page has put on `Object.prototype` must not become part of the descriptors.
Object.defineProperties(ResponseError.prototype, {
  name: { __proto__: null, value: "ResponseError" },
  [RESPONSE_ERROR]: { __proto__: null, value: true },
});

export function orThrow<Answer extends Response>(response: Answer): Answer {
  if (response.ok === true) return response;
  if (typeof response.status !== "number") throw new TypeError("orThrow needs a response: await the promise");
  const error = new ResponseError(response);
  // The stack begins in the caller's code, because reporters group errors by its first line.
  (Error as CapturesStack).captureStackTrace?.(error, orThrow);
  // The error is not frozen: Next writes a `digest` into an error of a server component, and hangs if that fails.
  throw error;
}
