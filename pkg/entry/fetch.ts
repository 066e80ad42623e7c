// `session.fetch`: builds one `Request` from what the page passes. The engine checks its address (`src/core/api_url.rs`), decides
// whether the bearer token is added (`src/core/rules/bearer.rs`), and sends it.

import type { Identity, Session } from "../index.js";
import { SEND } from "./acts.js";
import type { Sent } from "./calls.js";
import type { Begin } from "./connection.js";
import { isA } from "./kind.js";
import type { Settings } from "./options.js";
import { SessionError } from "./session-error.js";

/** The parts of a session that `session.fetch` uses. */
export interface FetchParts {
  origin: Settings["origin"];
  call: <Value>(
    begin: Begin,
    value: (sent: Sent) => Value,
    signal: AbortSignal | undefined,
    about?: string,
  ) => Promise<Value>;
  identity: () => Identity;
  within?: boolean;
}

/**
 * Makes a `fetch`. `call(begin, value, signal)` is the session's. `identity()`: the identity that a request is made for. `within`: the
 * requests are made through the `session` that `reauthenticate` was given.
 */
export function createFetch({ origin, call, identity, within = false }: FetchParts): Session["fetch"] {
  return async (input, init) => {
    // A request ends with the identity that it was made for.
    const { signal: ends } = identity();
    if (ends.aborted) throw new SessionError("superseded");
    const isRequest = isA(Request, input);
    let url: URL;
    try {
      url = new URL(isRequest ? input.url : input, origin);
    } catch {
      // Without a page there is no deployment, unless `baseUrl` names one.
      throw new SessionError(origin ? "foreign-url" : "closed");
    }
    let { href } = url;
    // `Request` takes no address with userinfo. The engine gets the whole address, and refuses it.
    url.username = url.password = "";
    // The request is made before anything is awaited, as `fetch` does: what the page changes later is not sent.
    let request = new Request(isRequest ? input : url, init);
    // The address that is sent is checked: the page's own object may have said another.
    if (isRequest) href = request.url;
    const { method, mode, headers, referrer, referrerPolicy, signal, keepalive } = request;
    // The page sends credentials of its own: a 401 to them is handed on.
    let replayable = !headers.has("authorization");
    try {
      // Fetch, the `Request` constructor: in this mode it refuses a body that is a stream, which cannot be sent twice.
      request = new Request(request, { __proto__: null, method: "POST", mode: "no-cors" });
    } catch {
      replayable = false;
    }
    const abort = new AbortController();
    request = new Request(request, {
      __proto__: null,
      method,
      mode,
      headers,
      referrer,
      referrerPolicy,
      credentials: "include",
      // The page's signal may live as long as the page, and would keep a listener for as long; a signal that `any` has made of it is not
      // kept. The same holds for the identity's signal. With `keepalive` the caller alone ends it.
      signal: AbortSignal.any(keepalive ? [signal] : [signal, abort.signal, ends]),
    });
    return call(
      [SEND, href, request, abort, replayable, within, keepalive],
      (response: Response) => response,
      signal,
      `${method} ${request.url}`,
    );
  };
}
