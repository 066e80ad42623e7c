// `session.identity`. What ends one is decided in `src/core/rules/identity.rs`.

import { SessionError } from "./session-error.js";

let newest = 0;

/** A copy of this module that is on the same page counts from elsewhere. */
export const countFrom = (number) => {
  newest = number;
};

/** An identity, and what ends it. */
export function createIdentity() {
  const abort = new AbortController();
  return {
    /** @type {import("../index.js").Identity} */
    identity: Object.freeze({ key: ++newest, signal: abort.signal }),
    end: () => abort.abort(new SessionError("superseded")),
  };
}
