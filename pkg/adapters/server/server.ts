// The session of a request, for rendering on a server.

export { readSession } from "./read-session.js";
export { serializeInitial } from "./serialize-initial.js";
