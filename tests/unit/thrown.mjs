// Errors for the tests of `platform-session/errors`: of refused answers, and odd values that may be thrown, too.

import assert from "node:assert/strict";
import { orThrow } from "../../pkg/adapters/errors/errors.js";

export const answer = (status, headers = {}) => new Response(null, { status, headers });

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
export const hostile = new Proxy(
  {},
  {
    get() {
      throw new Error("not to be looked at");
    },
  },
);
/** Each may be thrown, and says nothing of itself. */
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
  "an object that throws at each look": hostile,
  "another's ResponseError": Object.assign(new Error("no"), { name: "ResponseError", status: 500 }),
  "what is only called a SessionError": { name: "SessionError", code: "network", expected: true },
  "what is marked, but not with true": { [Symbol.for("platform-session.SessionError")]: 1, expected: true },
};
