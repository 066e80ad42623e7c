// `session.fetch`: builds one `Request` from what the page passes. The engine checks its address (`src/core/api_url.rs`), decides
// whether the bearer token is added (`src/core/rules/bearer.rs`), and sends it.

import type { Identity, Session } from "../index.js";
import { SEND } from "./acts.js";
import type { Begin, Sent } from "./connection.js";
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
 * Makes a `fetch`. `call` begins a call at the session's link. `identity()`: the identity that a request is made for. `within`: the
 * requests are made inside the page's `reauthenticate`, through the session that it was given.
 */
export function createFetch({ origin, call, identity, within = false }: FetchParts): Session["fetch"] {
  return async (input, init) => {
    // A request ends with the identity that it was made for.
    const { signal: identitySignal } = identity();
    if (identitySignal.aborted) throw new SessionError("superseded");
    const isRequest = isA(Request, input);
    let url: URL;
    try {
      url = new URL(isRequest ? input.url : input, origin);
    } catch {
      // Without a page there is no deployment, unless `baseUrl` names one.
      throw new SessionError(origin ? "foreign-url" : "closed");
    }
    let { href } = url;
    // `new Request` throws for an address with a user name or password. The engine gets the whole address, and refuses it itself.
    url.username = url.password = "";
    // The request is made before anything is awaited, as `fetch` does: what the page changes later is not sent.
    let request = new Request(isRequest ? input : url, init);
    // The engine checks the address that is sent: `input.url` may have returned another address the first time.
    if (isRequest) href = request.url;
    const { method, mode, headers, referrer, referrerPolicy, signal, keepalive } = request;
    // If the page sends credentials of its own, a 401 is delivered to the page.
    let replayable = !headers.has("authorization");
    try {
      // A stream cannot be sent twice. In this mode the `Request` constructor refuses a body that is a stream (Fetch standard).
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
      // The page's signal and the identity's may live as long as the page, and keep their listeners; a signal made by `any` is not kept.
      // A request with `keepalive` is aborted by the page's signal alone.
      signal: AbortSignal.any(keepalive ? [signal] : [signal, abort.signal, identitySignal]),
    });
    return call(
      [SEND, href, request, abort, replayable, within, keepalive],
      (response: Response) => response,
      signal,
      `${method} ${request.url}`,
    );
  };
}
