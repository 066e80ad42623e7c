// The methods of a session that may fail.

import { copyOf, isSessionError } from "./session-error.js";

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
    const site = siteAbove(called);
    const fail = (error) => {
      throw isSessionError(error) ? copyOf(error, { call, stack: site.stack }) : error;
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

/**
 * Where that function was called: its `stack` is made only when it is read. Browsers that cannot leave out what is below give all.
 * @returns {{ stack?: string }}
 */
function siteAbove(below) {
  const Errors = /** @type {any} */ (Error);
  // WebKit leaves the stack of an error as it is.
  const site = Errors.captureStackTrace ? {} : new Error();
  Errors.captureStackTrace?.(site, below);
  return site;
}
