// Errors for the tests of `platform-session/errors`: of refused answers, and other values that a page may throw.

import assert from "node:assert/strict";
import { orThrow } from "../../pkg/adapters/errors/errors.js";

export const answer = (status, headers = {}) => new Response(null, { status, headers });

/** Returns the error that `orThrow` throws for a response. */
export function thrown(response) {
  try {
    orThrow(response);
  } catch (error) {
    return error;
  }
  assert.fail("orThrow returned");
}

export const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};
/** Throws where any property is read. */
export const hostile = new Proxy(
  {},
  {
    get() {
      throw new Error("a property is read");
    },
  },
);
/** Values that may be thrown, and are no errors of the package. */
export const ODD = {
  undefined: undefined,
  null: null,
  "a text": "AbortError",
  "a number": 401,
  "a bigint": 1n,
  "a symbol": Symbol.for("platform-session.SessionError"),
  "a function": Object.assign(() => {}, {
    retryable: true,
    expected: true,
    [Symbol.for("platform-session.SessionError")]: true,
  }),
  "a class of that name": class AbortError {},
  "an object without a prototype": Object.create(null),
  "a revoked proxy": revoked(),
  "an object whose properties throw": hostile,
  "a ResponseError of another library": Object.assign(new Error("no"), {
    name: "ResponseError",
    status: 500,
  }),
  "an object that is only named SessionError": { name: "SessionError", code: "network", expected: true },
  "an object that is marked, but not with true": {
    [Symbol.for("platform-session.SessionError")]: 1,
    expected: true,
  },
};
