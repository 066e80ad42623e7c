// The `Retry-After` header (RFC 9110, section 10.2.3), as the package reads it: `src/api/retry_after.rs`.

import { LONGEST_MS } from "../shared/longest-wait.js";

/** How long to wait, in milliseconds; `null` where the header says nothing usable, or the page may not read it. */
export function readRetryAfterMs(headers) {
  const header = headers?.get("Retry-After") ?? "";
  const waitMs = /^\d+$/.test(header) ? Number(header) * 1000 : msUntil(header, headers);
  return waitMs >= 0 ? Math.min(waitMs, LONGEST_MS) : null;
}

/** `NaN` where that is no date: every HTTP date begins with the name of a day, and holds a time. */
function msUntil(date, headers) {
  const ms = /^[a-z].*:/i.test(date) ? timeOf(date) : undefined;
  // The computer's clock may be wrong.
  return Math.max(0, ms - (timeOf(headers?.get("Date")) ?? Date.now()));
}

/** `undefined` where that is no time since 1970. @returns {any} */
function timeOf(date) {
  const ms = Date.parse(date);
  return ms >= 0 ? ms : undefined;
}
