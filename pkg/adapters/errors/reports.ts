// Everything for an error reporter: which errors it gets, their tags, and the errors that no call rejects with.

import type { Session, SessionError, SessionEvents } from "platform-session";
import { lookAt } from "../shared/look-at.js";
import type { ErrorTags, ReportHint } from "./index.js";

/** The symbol with which every copy of the package marks its errors. */
const SESSION_ERROR = Symbol.for("platform-session.SessionError");
export const RESPONSE_ERROR = Symbol.for("platform-session.ResponseError");

const WITHOUT_A_CALL = ["revalidation-failed", "cookie-refused"] as const;

type Reported = SessionEvents[(typeof WITHOUT_A_CALL)[number]];

export const isExpected = (error: unknown): boolean =>
  lookAt(error, ({ [SESSION_ERROR]: isOfASession, expected, name }) =>
    isOfASession === true ? expected === true : name === "AbortError",
  ) ?? false;

export const isReportable = (error: unknown): boolean => !isExpected(error) && tagsOf(error).status !== 401;

export const tagsOf = (error: unknown): ErrorTags =>
  lookAt(error, (given): ErrorTags => {
    // An error with that mark has these members.
    const { code, call, status, retryable } = given;
    if (given[SESSION_ERROR] === true) return { code, call, status, retryable } as ErrorTags;
    return given[RESPONSE_ERROR] === true ? ({ status, retryable } as ErrorTags) : {};
  }) ?? {};

export function reportErrors(
  session: Session,
  report: (error: SessionError, hint: ReportHint) => void,
): () => void {
  if (typeof report !== "function") throw new TypeError("reportErrors needs a function");
  /** The codes that were reported of one outage: the page reads again and again meanwhile. */
  const reported = new Set<string>();
  const forget = () => reported.clear();
  const listener = ({ type, detail: { error } }: Reported) => {
    if (isReportable(error) && reported.size < reported.add(error.code).size)
      report(error, { fingerprint: [type as (typeof WITHOUT_A_CALL)[number], error.code] });
  };
  const end = session.subscribe(({ status, stale }) => {
    // A read has succeeded, so the outage is over.
    if (status !== "unknown" && !stale) forget();
  });
  session.addEventListener("identity-ended", forget);
  for (const type of WITHOUT_A_CALL) session.addEventListener(type, listener);
  return () => {
    end();
    session.removeEventListener("identity-ended", forget);
    for (const type of WITHOUT_A_CALL) session.removeEventListener(type, listener);
  };
}
