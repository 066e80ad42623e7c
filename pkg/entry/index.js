export { createSession } from "./create-session.js";
export { isSessionError, SessionError } from "./session-error.js";
