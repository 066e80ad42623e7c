// Reads the `Retry-After` header (RFC 9110, section 10.2.3) by the same rules as `src/api/retry_after.rs`.

import { LONGEST_MS } from "../../entry/longest-wait.js";

/** Returns how long to wait, in milliseconds; `null` where the header is missing, cannot be read by the page, or has no usable value. */
export function readRetryAfterMs(headers: Headers | undefined): number | null {
  const header = headers?.get("Retry-After") ?? "";
  const waitMs = /^\d+$/.test(header) ? Number(header) * 1000 : msUntil(header, headers);
  return waitMs >= 0 ? Math.min(waitMs, LONGEST_MS) : null;
}

/** Returns the time until an HTTP date, which begins with the name of a day and holds a time; `NaN` where the text is no such date. */
function msUntil(date: string, headers: Headers | undefined): number {
  const ms = /^[a-z].*:/i.test(date) ? timeOf(date) : undefined;
  // Counted from the answer's own `Date`, if there is one, because the computer's clock may be wrong.
  return Math.max(0, (ms as number) - (timeOf(headers?.get("Date")) ?? Date.now()));
}

/** Returns the time of a date; `undefined` where the text is no date since 1970. */
function timeOf(date: string | null | undefined): number | undefined {
  const ms = Date.parse(date as string);
  return ms >= 0 ? ms : undefined;
}
