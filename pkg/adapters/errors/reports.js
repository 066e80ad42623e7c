// What an error reporter is given: which errors, by which tags, and those that no call rejects with.

import { lookAt } from "../shared/look-at.js";

/** Every copy of the package marks its errors so. */
const SESSION_ERROR = Symbol.for("platform-session.SessionError");
export const RESPONSE_ERROR = Symbol.for("platform-session.ResponseError");

const WITHOUT_A_CALL = ["revalidation-failed", "cookie-refused"];

/** @type {typeof import("./index.d.ts").isExpected} */
export const isExpected = (error) =>
  lookAt(error, ({ [SESSION_ERROR]: isOfASession, expected, name }) =>
    isOfASession === true ? expected === true : name === "AbortError",
  ) ?? false;

/** @type {typeof import("./index.d.ts").isReportable} */
export const isReportable = (error) => !isExpected(error) && tagsOf(error).status !== 401;

/** @type {typeof import("./index.d.ts").tagsOf} */
export const tagsOf = (error) =>
  lookAt(error, (given) => {
    const { code, call, status, retryable } = given;
    if (given[SESSION_ERROR] === true) return { code, call, status, retryable };
    return given[RESPONSE_ERROR] === true ? { status, retryable } : {};
  }) ?? {};

/** @type {typeof import("./index.d.ts").reportErrors} */
export function reportErrors(session, report) {
  if (typeof report !== "function") throw new TypeError("reportErrors needs a function");
  const listener = (/** @type {any} */ { type, detail: { error } }) => {
    if (isReportable(error)) report(error, { fingerprint: [type, error.code] });
  };
  for (const type of WITHOUT_A_CALL) session.addEventListener(type, listener);
  return () => {
    for (const type of WITHOUT_A_CALL) session.removeEventListener(type, listener);
  };
}
