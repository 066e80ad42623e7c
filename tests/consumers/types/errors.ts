import { createSession, type SessionCall, type SessionError, type SessionErrorCode } from "platform-session";
import {
  type ErrorTags,
  type Fetch,
  type isExpected,
  type isReportable,
  orThrow,
  type ReportHint,
  ResponseError,
  reportErrors,
  retry,
  tagsOf,
} from "platform-session/errors";
import { createTestSession } from "platform-session/testing";
import type { Equal, Expect } from "../../declarations/expect.js";

const session = createSession();

/** The thrown error is not part of the type, and a subclass of `Response` is kept. */
class Dated extends Response {
  readonly dateMs = 0;
}
export const answers: [Promise<Response>, Promise<Response>, Dated] = [
  session.fetch("/api/roles").then(orThrow),
  session.identity.fetch("/api/roles").then((response) => orThrow(response)),
  orThrow(new Dated()),
];
// @ts-expect-error A promise is awaited first.
orThrow(session.fetch("/api/roles"));
// @ts-expect-error One takes no text.
orThrow("HTTP 403");

/** The type that TanStack Query expects, as `examples/data-react` checks with its types. */
export const option: (failureCount: number, error: Error) => boolean = retry;
// @ts-expect-error The error comes second.
retry(new Error(), 0);

/** `isExpected` is no type guard: an expected error may be a `SessionError`, or any error with the name `AbortError`. */
export type Unnarrowed = Expect<Equal<typeof isExpected, (error: unknown) => boolean>>;

export type UnnarrowedToo = Expect<Equal<typeof isReportable, (error: unknown) => boolean>>;

const stop: () => void = reportErrors(session, (error, hint) => {
  const failure: SessionError = error;
  const [type, code]: ["revalidation-failed" | "cookie-refused", SessionErrorCode] = hint.fingerprint;
  // A reporter may want a list that it could write into.
  const { fingerprint }: { fingerprint: string[] } = hint;
  return { failure, type, code, fingerprint };
});
stop();
reportErrors(createTestSession(), (_error, _hint: { fingerprint: readonly string[] }) => {});
reportErrors(session, console.error);
export const report = (error: SessionError, { fingerprint }: ReportHint) => ({ error, fingerprint });
reportErrors(session, report);
// @ts-expect-error There is nothing to report to.
reportErrors(session);

export type Tags = [
  Expect<Equal<ReturnType<typeof tagsOf>, ErrorTags>>,
  Expect<Equal<ErrorTags["code"], SessionErrorCode | undefined>>,
  Expect<Equal<ErrorTags["call"], SessionCall | null | undefined>>,
];
/** The arguments that a reporter takes. */
export const tags: { [name: string]: string | number | boolean | null | undefined } = tagsOf(null);

export function read(error: unknown) {
  if (!(error instanceof ResponseError)) return undefined;
  const { name, status, retryable, retryAfterMs } = error;
  return { name, status, retryable, retryAfterMs } satisfies {
    name: "ResponseError";
    status: number;
    retryable: boolean;
    retryAfterMs: number | null;
  };
}
// @ts-expect-error `orThrow` makes it.
new ResponseError();

export const fetches: Fetch[] = [session.fetch, session.identity.fetch];
