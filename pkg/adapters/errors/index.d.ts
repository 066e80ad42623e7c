// Errors for an application: an error made of an answer, and the rules by which a request is sent again and an error is reported.

import type { Session, SessionCall, SessionError, SessionErrorCode } from "platform-session";

/** The type of `useIdentity().fetch`, `session.identity.fetch` and `session.fetch`: for a parameter of a function that sends requests. */
export type Fetch = Session["fetch"];

/**
 * Returns the answer if it is a success (2xx); else throws a `ResponseError`. `session.fetch` resolves with every answer, whatever its status.
 * `const { agents } = await orThrow(await fetch("/agent-hub-api/api/agent/list")).json()`
 *
 * Await the answer first: then the error's stack begins in your code, and reporters group errors by that. The body is left unread.
 */
export function orThrow<Answer extends Response>(response: Answer): Answer;

/**
 * The error for an answer that is no success. Its message is only, for example, `HTTP 403`: it carries no URL, header or body. `instanceof` knows
 * the errors of this copy of the package; `tagsOf` knows the errors of every copy.
 */
export class ResponseError extends Error {
  private constructor();
  readonly name: "ResponseError";
  /** The HTTP status. */
  readonly status: number;
  /** Whether sending the same request again may help: true for 429 and 5xx. */
  readonly retryable: boolean;
  /** How long to wait before that, in milliseconds, from `Retry-After`; else null. */
  readonly retryAfterMs: number | null;
}

/**
 * Whether a data library sends a failed request again: at most three times, if the error is `retryable`. `failures`: how often the request has
 * been sent again, 0 at the first failure. TanStack Query takes this function as its option `retry`. False for a 401, because each 401 opens the
 * dialog of `reauthenticate`, also after "Not now".
 */
export function retry(failures: number, error: unknown): boolean;

/**
 * Whether the error is a part of normal operation: a `SessionError` that is `expected`, of any copy of the package or realm, or an `AbortError`,
 * with which a body fails that was still being read. Never throws, whatever it is given.
 */
export function isExpected(error: unknown): boolean;

/**
 * Whether an error should be reported. False where `isExpected` is true, and for a 401 of a `SessionError` or a `ResponseError`: the session has
 * ended and its user has not signed in again, or the password was wrong. Never throws.
 */
export function isReportable(error: unknown): boolean;

/**
 * Options for Sentry's SDKs, for the browser and for frameworks. Sentry then sends the errors that are `isReportable`, with `tagsOf` as tags, and
 * no address, user or breadcrumb. `Sentry.init({ dsn, ...sentryOptions })`
 *
 * A `beforeSend` of your own takes the place of this one: call `sentryOptions.beforeSend(event, hint)` in it.
 */
export const sentryOptions: SentryOptions;

/** The members of `sentryOptions`: a report contains nothing about the user. */
export type SentryOptions = {
  readonly dataCollection: { readonly userInfo: false; readonly urlQueryParams: false };
  readonly enhanceFetchErrorMessages: false;
  /** For the SDKs for Vue and Nuxt: the props of a component are not sent. */
  readonly attachProps: false;
  readonly beforeBreadcrumb: () => null;
  /** Returns the event without `request` and `user`, with the error's tags; null where it must not be sent. */
  readonly beforeSend: <Event extends { request?: unknown; user?: unknown; tags?: object }>(
    event: Event,
    hint: { originalException?: unknown },
  ) => Event | null;
};

/**
 * Calls `report` for reportable failures with which no call rejects: the events `revalidation-failed` and `cookie-refused`. Each code is reported
 * once in an outage, which lasts until a read succeeds or the identity ends.
 * Call it right after the session is created, because the first read may fail. Returns a function that ends it.
 * `reportErrors(session, Sentry.captureException)`
 */
export function reportErrors(
  session: Session,
  report: (error: SessionError, hint: ReportHint) => void,
): () => void;

/** How a reporter should group these errors: all their stacks begin in the package. It is a "capture context" of Sentry. */
export type ReportHint = {
  fingerprint: [type: "revalidation-failed" | "cookie-refused", code: SessionErrorCode];
};

/**
 * The plain values that a reporter may send beside an error's message and stack: `code`, `call`, `status` and `retryable` of a `SessionError`;
 * `status` and `retryable` of a `ResponseError`; none of any other error. Never throws.
 */
export function tagsOf(error: unknown): ErrorTags;

/** The result of `tagsOf`. */
export type ErrorTags = {
  code?: SessionErrorCode;
  call?: SessionCall | null;
  status?: number | null;
  retryable?: boolean;
};
