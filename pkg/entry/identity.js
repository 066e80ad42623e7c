// `session.identity`. What ends one is decided in `src/core/rules/identity.rs`.

import { SessionError } from "./session-error.js";

/** Each copy of this module counts from elsewhere. */
let newest = Math.floor(Math.random() * 2 ** 52);

/** An identity, and what ends it. `createIdentityFetch` makes the `fetch` of one. */
export function createIdentity(createIdentityFetch) {
  const abort = new AbortController();
  /** @type {import("../index.js").Identity} */
  const identity = Object.freeze({
    key: ++newest,
    signal: abort.signal,
    fetch: createIdentityFetch(() => identity),
  });
  return { identity, end: () => abort.abort(new SessionError("superseded")) };
}
