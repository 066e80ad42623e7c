// `session.identity`. What ends one is decided in `src/core/rules/identity.rs`.

import { SessionError } from "./session-error.js";

/** Each copy of this module counts from elsewhere. */
let newest = Math.floor(Math.random() * 2 ** 52);

/** An identity, and what ends it. `fetchFor` makes the `fetch` of one. */
export function createIdentity(fetchFor) {
  const abort = new AbortController();
  /** @type {import("../index.js").Identity} */
  const identity = Object.freeze({
    key: ++newest,
    signal: abort.signal,
    fetch: fetchFor(() => identity),
  });
  return { identity, end: () => abort.abort(new SessionError("superseded")) };
}
