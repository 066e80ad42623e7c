// TanStack Query for React and for Vue, with the double of the session, in one bundle for Node.

export * as react from "@tanstack/react-query";
export * as vue from "@tanstack/vue-query";
export { queryClientPerIdentity } from "../../../pkg/adapters/data/data.js";
export { orThrow } from "../../../pkg/adapters/errors/errors.js";
export { createTestSession } from "../../../pkg/adapters/testing/testing.js";
