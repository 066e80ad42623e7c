// The link of a session without an engine, as on a server: it shows `initial`, and refuses every call.

import type { Link, LinkCallbacks } from "./connection.js";
import { SessionError } from "./session-error.js";

export function createInertLink(callbacks: Pick<LinkCallbacks, "publish" | "settle">): Link {
  const assertRunning = () => {
    throw new SessionError("closed");
  };
  return {
    open(initial) {
      if (initial) callbacks.publish(initial);
    },
    call: ({ id }) => callbacks.settle(id, new SessionError("closed")),
    abort: (id) => callbacks.settle(id, new SessionError("aborted")),
    handleEvent() {},
    isRunning: () => false,
    isOver: () => true,
    assertOpen: assertRunning,
    assertRunning,
    mayReturnTo: assertRunning,
    close() {},
    // The members that this link lacks are called only where an engine runs.
  } as Partial<Link> as Link;
}
