// The link where no session runs, as on a server: `initial` is shown, and every call is refused.

import { SessionError } from "./session-error.js";

export function createInertLink(callbacks) {
  const assertRunning = () => {
    throw new SessionError("closed");
  };
  return {
    open(initial) {
      if (initial) callbacks.show(initial.publication);
    },
    call: ({ id }) => callbacks.refuse(id, new SessionError("closed")),
    abort: (id) => callbacks.refuse(id, new SessionError("aborted")),
    forward() {},
    isRunning: () => false,
    isOver: () => true,
    assertOpen: assertRunning,
    assertRunning,
    mayReturnTo: assertRunning,
    close() {},
  };
}
