// `session.fetch` of the double: the request as the test's answer is given it.

import { SessionError } from "../../entry/session-error.js";

/** As `createFetch` in `pkg/entry/fetch.js`, for wherever tests run: it hands no signal to a `Request`. */
export function createTestFetch({ origin, call }) {
  return async (input, init = {}) => {
    if (typeof Request !== "function")
      throw new TypeError(
        "this test environment has no Request: session.fetch needs the Fetch API, as Node has it",
      );
    const isRequest = input instanceof Request;
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
    return call(
      (engine) => engine.send(request),
      (response) => response,
      signal ?? undefined,
    );
  };
}
