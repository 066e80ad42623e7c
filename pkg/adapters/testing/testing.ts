// A session for the tests of applications: the test is its deployment.

export { sessionBody } from "./session-body.js";
export { signInAgain } from "./sign-in-again.js";
export { createTestSession } from "./test-session.js";
