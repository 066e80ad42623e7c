export { createSession } from "./live-session.js";
export { pageSession } from "./page-session.js";
export { isSessionError, SessionError } from "./session-error.js";
