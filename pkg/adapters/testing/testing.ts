// A session for the tests of applications, whose deployment is the test.

export { sessionBody } from "./session-body.js";
export { signInAgain } from "./sign-in-again.js";
export { createTestSession } from "./test-session.js";
