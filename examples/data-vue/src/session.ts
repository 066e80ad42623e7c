import { pageSession } from "platform-session";

/** The one session of the page, for the caches and for Vue. */
export const session = pageSession();

/** Whether a library sends a failed request again. Not after a 401: each opens the dialog of `reauthenticate`, also after "Not now". */
export const retry = (failures: number, error: Error) =>
  "retryable" in error && error.retryable === true && failures < 3;
