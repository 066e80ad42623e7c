// What an application does with errors: it makes one of an answer, sends a request again, and reports.

import { RESPONSE_ERROR } from "./reports.js";
import { readRetryAfterMs } from "./retry-after.js";

export { retry } from "../shared/retry.js";
export { isExpected, isReportable, reportErrors, tagsOf } from "./reports.js";
export { sentryOptions } from "./sentry.js";

export class ResponseError extends Error {
  status;
  retryable;
  retryAfterMs;
  /** @param {any} response */
  constructor({ status, headers }) {
    super(`HTTP ${status}`);
    this.status = status;
    this.retryable = status === 429 || status >= 500;
    this.retryAfterMs = readRetryAfterMs(headers);
  }
}
// Nothing that the page has put on `Object.prototype` becomes part of the descriptors.
Object.defineProperties(ResponseError.prototype, {
  name: /** @type {any} */ ({ __proto__: null, value: "ResponseError" }),
  [RESPONSE_ERROR]: /** @type {any} */ ({ __proto__: null, value: true }),
});

/** @type {typeof import("./index.d.ts").orThrow} */
export function orThrow(response) {
  if (response.ok === true) return response;
  if (typeof response.status !== "number") throw new TypeError("orThrow needs a response: await the promise");
  const error = new ResponseError(response);
  // Reporters group by where the stack begins: in the caller's code.
  /** @type {any} */ (Error).captureStackTrace?.(error, orThrow);
  // Not frozen: Next writes a `digest` on what a server component throws, and hangs where it cannot.
  throw error;
}
