// The methods of a session that may fail.

import type { SessionCall } from "../index.js";
import { copyOf, isSessionError } from "./session-error.js";

/**
 * Returns `act` as a method: its `SessionError`s name it as `call`, and their stack begins in the caller's code, by which error reporters
 * group.
 */
// biome-ignore lint/suspicious/noExplicitAny: of a method of any kind; the page gets it by the type of `act`.
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
 * Returns where the function `below` was called: the `stack` is made only when it is read. Browsers that cannot leave out the frames below it
 * give all.
 */
function siteAbove(below: (...given: unknown[]) => unknown): { stack?: string } {
  const Errors = Error as { captureStackTrace?: (site: object, below: object) => void };
  // WebKit leaves the stack of an error as it is.
  const site = Errors.captureStackTrace ? {} : new Error();
  Errors.captureStackTrace?.(site, below);
  return site;
}
