// The OpenFeature web SDK, with the provider and the double, in one module graph.

export * from "@openfeature/web-sdk";
export { PlatformSessionProvider } from "../../../pkg/adapters/openfeature/openfeature.js";
export { createTestSession } from "../../../pkg/adapters/testing/testing.js";
