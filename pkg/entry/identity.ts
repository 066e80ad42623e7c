// `session.identity`. The rules of the core decide which events end an identity (`Transition::end_identity`); before an engine runs,
// `link.ts` does.

import type { Identity, Session } from "../index.js";
import { SessionError } from "./session-error.js";

/** The newest identity's key. Each copy of this module begins to count at a random number, so that the keys of two copies differ. */
let newest = Math.floor(Math.random() * 2 ** 52);

/** A function that makes the `fetch` of the identity that `identity()` returns. */
export type CreateIdentityFetch = (identity: () => Identity) => Session["fetch"];

/** Makes an identity, and the function that ends it. `createIdentityFetch` makes the identity's `fetch`. */
export function createIdentity(createIdentityFetch: CreateIdentityFetch) {
  const abort = new AbortController();
  const identity: Identity = Object.freeze({
    key: ++newest,
    signal: abort.signal,
    fetch: createIdentityFetch(() => identity),
  });
  return { identity, end: () => abort.abort(new SessionError("superseded")) };
}
