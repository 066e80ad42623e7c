// The session for what renders on a server.

export { readSession } from "./read-session.js";
export { serializeInitial } from "./serialize-initial.js";
