// `session.fetch` of the double: the request as the test's answer is given it.

import { isA } from "../../entry/kind.js";
import { SessionError } from "../../entry/session-error.js";

/** As `createFetch` in `pkg/entry/fetch.ts`, for wherever tests run: it hands no signal to a `Request`. */
export function createTestFetch({ origin, call, identity, within = false }) {
  return async (input, init = {}) => {
    const { signal: ends } = identity();
    if (ends.aborted) throw new SessionError("superseded");
    if (typeof Request !== "function")
      throw new TypeError(
        "this test environment has no Request: session.fetch needs the Fetch API, as Node has it",
      );
    const isRequest = isA(Request, input);
    let url;
    try {
      url = new URL(isRequest ? input.url : input, origin);
    } catch {
      throw new SessionError("foreign-url");
    }
    // `Request` takes no address with userinfo.
    if (url.username || url.password) throw new SessionError("foreign-url");
    // A signal of jsdom is none to the Request of Node.
    const { signal = isRequest ? input.signal : undefined, ...rest } = init;
    const request = new Request(isRequest ? input : url, rest);
    // As in a page: a 401 to the page's own credentials, and to a body that can be sent only once, is handed on.
    const isReplayable = !request.headers.has("authorization") && !isStream(init.body);
    const signals = [
      [request.keepalive ? undefined : ends, aborted],
      [signal, reasonOf],
    ].filter(([ends]) => ends);
    return call(
      ["send", request, { within, isReplayable }],
      (response) => endingWith(signals, response),
      signal ?? undefined,
    );
  };
}

const isStream = (body) => typeof ReadableStream === "function" && isA(ReadableStream, body);

/** What every browser may end a body with: some hand on the reason of the signal, others do not. */
const aborted = () => new DOMException("The identity of the request has ended", "AbortError");
const reasonOf = ({ reason }) => reason;

/** The answer, with a body that fails once one of the signals is aborted: each comes with what its failure is. */
function endingWith(signals, response) {
  const { body } = response;
  // One that the test gives a second time: its first reader has it.
  if (!body || body.locked) return response;
  const reader = body.getReader();
  let fail;
  let isOver = false;
  const listeners = signals.map(([ends, failureOf]) => [ends, () => fail(failureOf(ends))]);
  const over = () => {
    isOver = true;
    for (const [ends, listener] of listeners) ends.removeEventListener("abort", listener);
  };
  // Of the same class: not every test environment has a `ReadableStream` of its own.
  const whole = new body.constructor(
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
  const ending = new response.constructor(whole, response);
  // A response that is made has neither.
  for (const name of ["url", "redirected"]) Object.defineProperty(ending, name, { value: response[name] });
  return ending;
}
