// A double of the session, for the tests of applications.

export { sessionBody } from "./session-body.js";
export { signInAgain } from "./sign-in-again.js";
export { createTestSession } from "./test-session.js";
