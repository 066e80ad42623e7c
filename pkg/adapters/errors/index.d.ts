// What an application does with errors: it makes one of an answer, sends a request again, and reports.

import type { Session, SessionCall, SessionError, SessionErrorCode } from "platform-session";

/** What `useIdentity().fetch`, `session.identity.fetch` and `session.fetch` are: for a function that sends a request by the one it is given. */
export type Fetch = Session["fetch"];

/**
 * The answer, if it is a success (2xx); else throws a `ResponseError`. `session.fetch` resolves with every answer, whatever its status.
 * `const { agents } = await orThrow(await fetch("/agent-hub-api/api/agent/list")).json()`
 *
 * Await the answer first: so the error's stack begins in your code, by which reporters group. The body is left unread.
 */
export function orThrow<Answer extends Response>(response: Answer): Answer;

/**
 * An answer that is no success. Its message is as `HTTP 403`, and no more: it carries no URL, header or body. `instanceof` knows those of
 * this copy of the package; `tagsOf` knows those of any.
 */
export class ResponseError extends Error {
  private constructor();
  readonly name: "ResponseError";
  /** The HTTP status. */
  readonly status: number;
  /** Whether sending the same again may help: after 429 and 5xx. */
  readonly retryable: boolean;
  /** Milliseconds, from `Retry-After`; else null. */
  readonly retryAfterMs: number | null;
}

/**
 * Whether a data library sends a failed request again: what is `retryable`, at most three times. `failures`: how often it has been sent
 * again, 0 at the first failure. TanStack Query takes this function as its option `retry`. False for a 401: each opens the dialog of
 * `reauthenticate`, also after "Not now".
 */
export function retry(failures: number, error: unknown): boolean;

/**
 * Nothing is wrong: a `SessionError` that is `expected`, of any copy of the package or realm, or an `AbortError`, with which a body ends
 * that was still being read. Never throws, whatever it is given.
 */
export function isExpected(error: unknown): boolean;

/**
 * Whether a reporter is to hear of an error. False for what `isExpected` says, and for a 401, of a `SessionError` or a `ResponseError`: the
 * session has ended and its user has not signed in again, or the password was wrong. Never throws.
 */
export function isReportable(error: unknown): boolean;

/**
 * Options of Sentry, of the SDK for the browser and those for frameworks: it sends what `isReportable` says, with `tagsOf` as tags, and no
 * address, user or breadcrumb. `Sentry.init({ dsn, ...sentryOptions })`
 *
 * A `beforeSend` of your own takes the place of this one: call `sentryOptions.beforeSend(event, hint)` in it.
 */
export const sentryOptions: SentryOptions;

/** What `sentryOptions` has: an error is sent without anything that tells of the user. */
export type SentryOptions = {
  readonly dataCollection: { readonly userInfo: false; readonly urlQueryParams: false };
  readonly enhanceFetchErrorMessages: false;
  /** Of the SDKs for Vue and Nuxt: the props of a component are not sent. */
  readonly attachProps: false;
  readonly beforeBreadcrumb: () => null;
  /** The event without `request` and `user`, with the error's tags; null where it is not to be sent. */
  readonly beforeSend: <Event extends { request?: unknown; user?: unknown; tags?: object }>(
    event: Event,
    hint: { originalException?: unknown },
  ) => Event | null;
};

/**
 * Calls `report` for the failures that no call rejects with, if they are reportable: the events `revalidation-failed` and `cookie-refused`.
 * Of one outage each code is reported once, until a read has succeeded or the identity has ended.
 * Call it right after the session is created: the first read may fail. Returns what ends it. `reportErrors(session, Sentry.captureException)`
 */
export function reportErrors(
  session: Session,
  report: (error: SessionError, hint: ReportHint) => void,
): () => void;

/** By what a reporter groups these errors: their stacks begin in the package. A "capture context" of Sentry. */
export type ReportHint = {
  fingerprint: [type: "revalidation-failed" | "cookie-refused", code: SessionErrorCode];
};

/**
 * What a reporter may send of an error beside its message and stack, as plain values: `code`, `call`, `status` and `retryable` of a
 * `SessionError`; `status` and `retryable` of a `ResponseError`; nothing of any other. Never throws.
 */
export function tagsOf(error: unknown): ErrorTags;

/** What `tagsOf` gives. */
export type ErrorTags = {
  code?: SessionErrorCode;
  call?: SessionCall | null;
  status?: number | null;
  retryable?: boolean;
};
