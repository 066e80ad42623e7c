// `session.identity`. What ends one is decided in `src/core/rules/identity.rs`.

import type { Identity, Session } from "../index.js";
import { SessionError } from "./session-error.js";

/** Each copy of this module counts from elsewhere. */
let newest = Math.floor(Math.random() * 2 ** 52);

/** Makes the `fetch` of the identity that `identity()` gives. */
export type CreateIdentityFetch = (identity: () => Identity) => Session["fetch"];

/** An identity, and what ends it. `createIdentityFetch` makes the `fetch` of one. */
export function createIdentity(createIdentityFetch: CreateIdentityFetch) {
  const abort = new AbortController();
  const identity: Identity = Object.freeze({
    key: ++newest,
    signal: abort.signal,
    fetch: createIdentityFetch(() => identity),
  });
  return { identity, end: () => abort.abort(new SessionError("superseded")) };
}
