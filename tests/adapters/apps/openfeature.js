// The OpenFeature web SDK, the provider and the double, in one bundle.

export * from "@openfeature/web-sdk";
export { PlatformSessionProvider } from "../../../pkg/adapters/openfeature/openfeature.js";
export { createTestSession } from "../../../pkg/adapters/testing/testing.js";
