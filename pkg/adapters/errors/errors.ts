// The functions with which an application makes an error of an answer, sends a request again, and reports.

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
// Nothing that the page has put on `Object.prototype` becomes part of the descriptors.
Object.defineProperties(ResponseError.prototype, {
  name: { __proto__: null, value: "ResponseError" },
  [RESPONSE_ERROR]: { __proto__: null, value: true },
});

export function orThrow<Answer extends Response>(response: Answer): Answer {
  if (response.ok === true) return response;
  if (typeof response.status !== "number") throw new TypeError("orThrow needs a response: await the promise");
  const error = new ResponseError(response);
  // Reporters group by where the stack begins: in the caller's code.
  (Error as CapturesStack).captureStackTrace?.(error, orThrow);
  // The error is not frozen: Next writes a `digest` on what a server component throws, and hangs where it cannot.
  throw error;
}
