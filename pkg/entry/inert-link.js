// The link where no session runs, as on a server: `initial` is shown, and every call is refused.

import { SessionError } from "./session-error.js";

export function createInertLink(face) {
  const assertRunning = () => {
    throw new SessionError("closed");
  };
  return {
    open(initial) {
      if (initial) face.show(initial.news);
    },
    call: ({ id }) => face.refuse(id, new SessionError("closed")),
    abort: (id) => face.refuse(id, new SessionError("aborted")),
    tell() {},
    isRunning: () => false,
    isOver: () => true,
    assertOpen: assertRunning,
    assertRunning,
    mayReturnTo: assertRunning,
    close() {},
  };
}
