// The one kind of error that the package throws or rejects with.

import { CODES } from "./boundary.js";
import { define } from "./define.js";

/** Every copy of the package marks its errors with it, in every realm. */
const MARK = Symbol.for("platform-session.SessionError");

/** Of errors that JavaScript makes by itself. "not-found" is of none: `session.fetch` resolves with a 404. @typedef {(typeof OWN_CODES)[number]} OwnCode */
const OWN_CODES = /** @type {const} */ ([
  "sso-unavailable",
  "invalid-return-url",
  "popup-blocked",
  "popup-closed",
  "wasm-unavailable",
  "not-ready",
  "not-found",
]);

/** Every code that the declarations name. @type {readonly import("../index.js").SessionErrorCode[]} */
export const ALL_CODES = [...CODES, ...OWN_CODES];

/** Nothing is wrong: the caller, the user or something newer has ended the call. */
const EXPECTED = ["popup-closed", "aborted", "superseded", "closed"];

/** What to do, where the code alone does not say it. */
const ADVICE = {
  __proto__: null,
  "foreign-url": ": session.fetch takes paths under /api/, /agent-hub-api/, /networks-api/ and /data-api/",
  "not-ready": ": await session.ready",
};

/**
 * @typedef {object} Details
 * @property {number | null} [status]
 * @property {boolean} [retryable]
 * @property {number | null} [retryAfterMs]
 * @property {import("../index.js").SessionCall | null} [call] The method that failed.
 * @property {string} [stack] Where it was called.
 * @property {unknown} [cause]
 */

export class SessionError extends Error {
  code;
  status = null;
  retryable = false;
  retryAfterMs = null;
  call = null;
  expected;
  /**
   * @param {import("../index.js").SessionErrorCode} code
   * @param {Details} [details]
   */
  constructor(code, details) {
    const { cause, stack, ...given } = /** @type {Details} */ ({ __proto__: null, ...details });
    // No message holds anything of the request or its answer.
    super(code.replaceAll("-", " ") + (ADVICE[code] ?? ""), cause ? { __proto__: null, cause } : undefined);
    Object.assign(this, given, { code, expected: EXPECTED.includes(code) });
    // V8 puts the error's own text into the first line, and others put none there. A page may have made something else than a text of it.
    if (typeof stack === "string")
      define(this, { stack: { value: stack.replace(/^.*(?=\n +at )/, `${this}`) } });
    // No more than that: frameworks and reporters add what is theirs to the errors that they meet.
    for (const name of Object.keys(this)) define(this, { [name]: { writable: false, configurable: false } });
  }
}
define(SessionError.prototype, {
  name: { value: "SessionError" },
  [MARK]: { value: true },
});

/** The same error, of a caller's own; `details` replace what it says. @param {Details} [details] */
export const copyOf = (error, details) =>
  new SessionError(error.code, { ...error, cause: error.cause, ...details });

export function isSessionError(value) {
  return typeof value === "object" && value !== null && value[MARK] === true;
}
