// Makes the methods of a session that may fail, so that their errors say which method was called, and where.

import type { SessionCall } from "../index.js";
import { copyOf, isSessionError } from "./session-error.js";

/**
 * Returns a method that calls `act`. Its `SessionError`s have this `call`, and a stack that begins in the caller's code: error reporters
 * group errors by it.
 */
// biome-ignore lint/suspicious/noExplicitAny: the parameters of any method; a caller sees those of `act`.
export function method<Act extends (...given: any[]) => any>(call: SessionCall, act: Act): Act {
  const called = (...given: unknown[]) => {
    const site = siteAbove(called);
    const fail = (error: unknown) => {
      throw isSessionError(error) ? copyOf(error, { call, stack: site.stack }) : error;
    };
    try {
      const outcome = act(...given);
      return outcome.then ? outcome.then(undefined, fail) : outcome;
    } catch (error) {
      fail(error);
    }
  };
  return called as Act;
}

/**
 * Returns an object with a `stack` that begins where the function `below` was called; the text is made only when it is read. Browsers without
 * `captureStackTrace` do not leave out the frames of `below` and the functions that it called.
 */
function siteAbove(below: (...given: unknown[]) => unknown): { stack?: string } {
  const Errors = Error as { captureStackTrace?: (site: object, below: object) => void };
  // A plain object, because WebKit's `captureStackTrace` does not change the stack that an `Error` has already.
  const site = Errors.captureStackTrace ? {} : new Error();
  Errors.captureStackTrace?.(site, below);
  return site;
}
