// The rule by which a data library sends a failed request again.

import { lookAt } from "./look-at.js";

const MOST_RETRIES = 3;

/** `failures`: how many tries had failed before this one, so 0 at the first failure. */
export const retry = (failures: number, error: unknown): boolean =>
  lookAt(error, ({ retryable }) => failures < MOST_RETRIES && retryable === true) ?? false;
