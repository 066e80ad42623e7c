// `session.fetch` of a test session: it makes the `Request` that the test's function for `answer("fetch", …)` gets.

import type { Session } from "platform-session";
import { SEND } from "../../entry/acts.js";
import type { FetchParts } from "../../entry/fetch.js";
import { isA } from "../../entry/kind.js";
import { SessionError } from "../../entry/session-error.js";

/** Like `createFetch` in `pkg/entry/fetch.ts`, but it passes no signal to a `Request`: Node's class does not accept a signal of jsdom. */
export function createTestFetch({ origin, call, identity, within = false }: FetchParts): Session["fetch"] {
  return async (input, init = {}) => {
    const { signal: identitySignal } = identity();
    if (identitySignal.aborted) throw new SessionError("superseded");
    if (typeof Request !== "function")
      throw new TypeError(
        "this test environment has no Request: session.fetch needs the Fetch API, as Node has it",
      );
    const isRequest = isA(Request, input);
    let url: URL;
    try {
      url = new URL(isRequest ? input.url : input, origin);
    } catch {
      throw new SessionError("foreign-url");
    }
    // `Request` throws for an address with a user name or a password.
    if (url.username || url.password) throw new SessionError("foreign-url");
    const { signal = isRequest ? input.signal : undefined, ...rest } = init;
    const request = new Request(isRequest ? input : url, rest);
    // As in a page, a request with credentials of its own, or with a stream as its body, is not repeated after a 401.
    const isReplayable = !request.headers.has("authorization") && !isStream(init.body);
    const signals = [
      [request.keepalive ? undefined : identitySignal, abortErrorOf],
      [signal, reasonOf],
    ].filter(([each]) => each) as Ending[];
    return call(
      [SEND, request, { within, isReplayable }],
      (response: Response) => withBodyUntil(signals, response),
      signal ?? undefined,
    );
  };
}

/** How a request is sent. */
export interface SendOptions {
  /** Whether `reauthenticate` itself sends it, so that its 401 is final. */
  within: boolean;
  /** Whether it may be sent again after a 401. */
  isReplayable: boolean;
}

const isStream = (body: unknown) => typeof ReadableStream === "function" && isA(ReadableStream, body);

/** Returns the error of a body that fails because its identity has ended. Browsers differ: only some use the signal's reason. */
const abortErrorOf = () => new DOMException("The identity of the request has ended", "AbortError");
const reasonOf = ({ reason }: AbortSignal): unknown => reason;

/** A signal that ends a body, and a function that returns the error for that. */
type Ending = [signal: AbortSignal, failureOf: (signal: AbortSignal) => unknown];

/** Returns the response with a body that fails when one of the signals aborts. */
function withBodyUntil(signals: Ending[], response: Response): Response {
  const { body } = response;
  // Locked: the test has given the same response before, and its body was wrapped then.
  if (!body || body.locked) return response;
  const reader = body.getReader();
  let fail: (error: unknown) => void;
  let isOver = false;
  const listeners = signals.map(([signal, failureOf]) => [signal, () => fail(failureOf(signal))] as const);
  const finish = () => {
    isOver = true;
    for (const [signal, listener] of listeners) signal.removeEventListener("abort", listener);
  };
  // The class is taken from the body, because not every test environment has a global `ReadableStream`.
  const stream = new (body.constructor as typeof ReadableStream)(
    {
      start(controller) {
        fail = (error) => {
          finish();
          controller.error(error);
          reader.cancel(error).catch(() => {});
        };
        for (const [signal, listener] of listeners) signal.addEventListener("abort", listener);
      },
      async pull(controller) {
        const { done, value } = await reader.read().catch((error) => {
          finish();
          throw error;
        });
        if (isOver) return;
        if (!done) return controller.enqueue(value);
        finish();
        controller.close();
      },
      cancel(reason) {
        finish();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  const wrapped = new (response.constructor as typeof Response)(stream, response);
  // The constructor does not copy these two members.
  for (const name of ["url", "redirected"] as const)
    Object.defineProperty(wrapped, name, { value: response[name] });
  return wrapped;
}
