// `session.fetch` of the double: it makes the `Request` that a test's answer gets.

import type { Session } from "platform-session";
import { SEND } from "../../entry/acts.js";
import type { FetchParts } from "../../entry/fetch.js";
import { isA } from "../../entry/kind.js";
import { SessionError } from "../../entry/session-error.js";

/** Makes a `fetch`, as `createFetch` in `pkg/entry/fetch.ts` does, but for wherever tests run: it passes no signal to a `Request`. */
export function createTestFetch({ origin, call, identity, within = false }: FetchParts): Session["fetch"] {
  return async (input, init = {}) => {
    const { signal: ends } = identity();
    if (ends.aborted) throw new SessionError("superseded");
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
    // `Request` takes no address with userinfo.
    if (url.username || url.password) throw new SessionError("foreign-url");
    // Node's `Request` does not accept a signal of jsdom.
    const { signal = isRequest ? input.signal : undefined, ...rest } = init;
    const request = new Request(isRequest ? input : url, rest);
    // As in a page: a 401 to the page's own credentials, and to a body that can be sent only once, is handed on.
    const isReplayable = !request.headers.has("authorization") && !isStream(init.body);
    const signals = [
      [request.keepalive ? undefined : ends, aborted],
      [signal, reasonOf],
    ].filter(([ends]) => ends) as Ending[];
    return call(
      [SEND, request, { within, isReplayable }],
      (response: Response) => endingWith(signals, response),
      signal ?? undefined,
    );
  };
}

/** How a request is sent. */
export interface HowSent {
  within: boolean;
  isReplayable: boolean;
}

const isStream = (body: unknown) => typeof ReadableStream === "function" && isA(ReadableStream, body);

/** Makes the error of a body that ends with its identity: one that every browser may give. Only some hand on the reason of the signal. */
const aborted = () => new DOMException("The identity of the request has ended", "AbortError");
const reasonOf = ({ reason }: AbortSignal): unknown => reason;

/** A signal that ends a body, and a function that gives the error of that. */
type Ending = [signal: AbortSignal, failureOf: (signal: AbortSignal) => unknown];

/** Returns the answer with a body that fails once one of the signals is aborted. */
function endingWith(signals: Ending[], response: Response): Response {
  const { body } = response;
  // The test gives the same response a second time: its first reader has the body.
  if (!body || body.locked) return response;
  const reader = body.getReader();
  let fail: (error: unknown) => void;
  let isOver = false;
  const listeners = signals.map(([ends, failureOf]) => [ends, () => fail(failureOf(ends))] as const);
  const over = () => {
    isOver = true;
    for (const [ends, listener] of listeners) ends.removeEventListener("abort", listener);
  };
  // Made by the body's own class: not every test environment has a `ReadableStream`.
  const whole = new (body.constructor as typeof ReadableStream)(
    {
      start(controller) {
        fail = (error) => {
          over();
          controller.error(error);
          reader.cancel(error).catch(() => {});
        };
        for (const [ends, listener] of listeners) ends.addEventListener("abort", listener);
      },
      async pull(controller) {
        const { done, value } = await reader.read().catch((error) => {
          over();
          throw error;
        });
        if (isOver) return;
        if (!done) return controller.enqueue(value);
        over();
        controller.close();
      },
      cancel(reason) {
        over();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  const ending = new (response.constructor as typeof Response)(whole, response);
  // A response that was made by its class has neither.
  for (const name of ["url", "redirected"] as const)
    Object.defineProperty(ending, name, { value: response[name] });
  return ending;
}
