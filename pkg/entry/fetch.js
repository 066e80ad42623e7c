// `fetch` for the deployment's APIs: what the page asks for, made into one request that the module sends.

import { SessionError } from "./session-error.js";

/**
 * `call(begin, value, signal)` is the session's. `within`: the requests are made through the `session` that
 * `reauthenticate` was given.
 */
export function createFetch({ origin, call, within = false }) {
  return async (input, init) => {
    const isRequest = input instanceof Request;
    let url;
    try {
      url = new URL(isRequest ? input.url : input, origin);
    } catch {
      // Where no page is, there is no deployment either, unless it was named.
      throw new SessionError(origin ? "foreign-url" : "closed");
    }
    const { href } = url;
    // No request can be made of an address with these: the module is told, and refuses it.
    url.username = url.password = "";
    // In the turn of the call, as `fetch` does: what the page changes from here on is not sent.
    let request = new Request(isRequest ? input : url, init);
    const { method, mode, headers, referrer, referrerPolicy, signal } = request;
    // A 401 to credentials of the page's own is the page's.
    let replayable = !headers.has("authorization");
    try {
      // Fetch, the `Request` constructor: in this mode, a body that came as a stream is not taken.
      request = new Request(request, { method: "POST", mode: "no-cors" });
    } catch {
      replayable = false;
    }
    const abort = new AbortController();
    request = new Request(request, {
      method,
      mode,
      headers,
      referrer,
      referrerPolicy,
      credentials: "include",
      // A signal of the page's may live as long as the page. It holds such a signal weakly, and a listener for ever.
      signal: AbortSignal.any([signal, abort.signal]),
    });
    return call(
      (engine, id) => engine.send(id, href, request, abort, replayable, within),
      (response) => response,
      signal,
    );
  };
}
