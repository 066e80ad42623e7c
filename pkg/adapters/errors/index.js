// What an application does with errors: it makes one of an answer, sends a request again, and reports.

import { readRetryAfterMs } from "./retry-after.js";

/** Every copy of the package marks its errors so. */
const SESSION_ERROR = Symbol.for("platform-session.SessionError");
const RESPONSE_ERROR = Symbol.for("platform-session.ResponseError");

const MOST_RETRIES = 3;
const WITHOUT_A_CALL = ["revalidation-failed", "cookie-refused"];

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

/** @type {typeof import("./index.d.ts").retry} */
export const retry = (failures, error) =>
  lookAt(error, ({ retryable }) => failures < MOST_RETRIES && retryable === true) ?? false;

/** @type {typeof import("./index.d.ts").isExpected} */
export const isExpected = (error) =>
  lookAt(error, ({ [SESSION_ERROR]: isOfASession, expected, name }) =>
    isOfASession === true ? expected === true : name === "AbortError",
  ) ?? false;

/** @type {typeof import("./index.d.ts").reportErrors} */
export function reportErrors(session, report) {
  if (typeof report !== "function") throw new TypeError("reportErrors needs a function");
  const listener = ({ type, detail: { error } }) => report(error, [type, error.code]);
  for (const type of WITHOUT_A_CALL) session.addEventListener(type, listener);
  return () => {
    for (const type of WITHOUT_A_CALL) session.removeEventListener(type, listener);
  };
}

/** @type {typeof import("./index.d.ts").tagsOf} */
export const tagsOf = (error) =>
  lookAt(error, (given) => {
    const { code, call, status, retryable } = given;
    if (given[SESSION_ERROR] === true) return { code, call, status, retryable };
    return given[RESPONSE_ERROR] === true ? { status, retryable } : {};
  }) ?? {};

/** What `look` makes of an object; `undefined` for anything else, and for one that cannot be looked at: a revoked proxy. */
function lookAt(value, look) {
  try {
    if (typeof value === "object") return look(value);
  } catch {}
}
