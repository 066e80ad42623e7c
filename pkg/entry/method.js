// The methods of a session that may fail.

import { isSessionError, SessionError } from "./session-error.js";

/**
 * `act` as a method: its `SessionError`s name it as `call`, and their stack begins in the caller's code, by which error reporters
 * group.
 * @template {(...given: any[]) => any} Act
 * @param {import("../index.js").SessionCall} call
 * @param {Act} act
 * @returns {Act}
 */
export function method(call, act) {
  const called = (...given) => {
    const stack = stackAbove(called);
    const fail = (error) => {
      throw isSessionError(error)
        ? new SessionError(error.code, { ...error, cause: error.cause, call, stack })
        : error;
    };
    try {
      const outcome = act(...given);
      return outcome.then ? outcome.then(undefined, fail) : outcome;
    } catch (error) {
      fail(error);
    }
  };
  return /** @type {any} */ (called);
}

/** The calls that led to that function. Browsers that cannot leave out what is below give all. */
function stackAbove(below) {
  // No error: WebKit leaves the stack of one as it is.
  const here = { stack: new Error().stack };
  /** @type {any} */ (Error).captureStackTrace?.(here, below);
  return here.stack;
}
