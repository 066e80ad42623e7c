// For an error reporter: which errors are reported, with which tags, and the errors that come as events instead of rejections.

import type { Session, SessionError, SessionEvents } from "platform-session";
import { lookAt } from "../shared/look-at.js";
import type { ErrorTags, ReportHint } from "./index.js";

/** The symbol with which every copy of the package marks its errors. */
const SESSION_ERROR = Symbol.for("platform-session.SessionError");
export const RESPONSE_ERROR = Symbol.for("platform-session.ResponseError");

/** The session events that carry an error with which no call rejects. */
const ERROR_EVENTS = ["revalidation-failed", "cookie-refused"] as const;

type ErrorEvent = SessionEvents[(typeof ERROR_EVENTS)[number]];

export const isExpected = (error: unknown): boolean =>
  lookAt(error, ({ [SESSION_ERROR]: isSessionError, expected, name }) =>
    isSessionError === true ? expected === true : name === "AbortError",
  ) ?? false;

export const isReportable = (error: unknown): boolean => !isExpected(error) && tagsOf(error).status !== 401;

export const tagsOf = (error: unknown): ErrorTags =>
  lookAt(error, (members): ErrorTags => {
    // The casts: an error that is marked with a symbol has members of these types.
    const { code, call, status, retryable } = members;
    if (members[SESSION_ERROR] === true) return { code, call, status, retryable } as ErrorTags;
    return members[RESPONSE_ERROR] === true ? ({ status, retryable } as ErrorTags) : {};
  }) ?? {};

export function reportErrors(
  session: Session,
  report: (error: SessionError, hint: ReportHint) => void,
): () => void {
  if (typeof report !== "function") throw new TypeError("reportErrors needs a function");
  /** The codes that were reported during the current outage: each is reported once, although the session is read again and again. */
  const reportedCodes = new Set<string>();
  const forget = () => reportedCodes.clear();
  const listener = ({ type, detail: { error } }: ErrorEvent) => {
    if (isReportable(error) && reportedCodes.size < reportedCodes.add(error.code).size)
      report(error, { fingerprint: [type as (typeof ERROR_EVENTS)[number], error.code] });
  };
  const unsubscribe = session.subscribe(({ status, stale }) => {
    // A known session that is not stale: a read has succeeded, and the outage is over.
    if (status !== "unknown" && !stale) forget();
  });
  session.addEventListener("identity-ended", forget);
  for (const type of ERROR_EVENTS) session.addEventListener(type, listener);
  return () => {
    unsubscribe();
    session.removeEventListener("identity-ended", forget);
    for (const type of ERROR_EVENTS) session.removeEventListener(type, listener);
  };
}
