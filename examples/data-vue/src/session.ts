import { type Identity, pageSession, type Session } from "platform-session";

/** The one session of the page, for the caches and for Vue. */
export const session = pageSession();

/** `session.fetch` for one person: what a library sends again is not sent for the next. */
export const fetchFor =
  ({ signal }: Identity): Session["fetch"] =>
  async (input, init) => {
    signal.throwIfAborted();
    return session.fetch(input, init);
  };

/** Whether a library sends a failed request again. Not after a 401: each opens the dialog of `reauthenticate`, also after "Not now". */
export const retry = (failures: number, error: Error) =>
  "retryable" in error && error.retryable === true && failures < 3;
