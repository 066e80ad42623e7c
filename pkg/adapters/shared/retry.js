// Whether a data library sends a failed request again.

import { lookAt } from "./look-at.js";

const MOST_RETRIES = 3;

/** @type {typeof import("../errors/index.d.ts").retry} */
export const retry = (failures, error) =>
  lookAt(error, ({ retryable }) => failures < MOST_RETRIES && retryable === true) ?? false;
