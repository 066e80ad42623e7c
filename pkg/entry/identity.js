// `session.identity`. What ends one is decided in `src/core/rules/identity.rs`.

import { SessionError } from "./session-error.js";

/** Each copy of this module counts from elsewhere. */
let newest = Math.floor(Math.random() * 2 ** 52);

/** An identity, and what ends it. */
export function createIdentity() {
  const abort = new AbortController();
  return {
    /** @type {import("../index.js").Identity} */
    identity: Object.freeze({ key: ++newest, signal: abort.signal }),
    end: () => abort.abort(new SessionError("superseded")),
  };
}
