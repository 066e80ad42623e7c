// TanStack Query of React and of Vue, over the double of the session, in Node.

export * as react from "@tanstack/react-query";
export * as vue from "@tanstack/vue-query";
export { queryClientPerIdentity } from "../../../pkg/adapters/data/data.js";
export { orThrow } from "../../../pkg/adapters/errors/errors.js";
export { createTestSession } from "../../../pkg/adapters/testing/testing.js";
