// In a front end that names its features (names.ts), no other name is a feature.

import { createSession, type Feature } from "platform-session";
import type { Equal, Expect } from "../expect.js";

const { permissions } = createSession();

export type NameChecks = Expect<Equal<Feature, "chat-history" | "report-analysis">>;

export const gates = [
  permissions.can("chat-history"),
  permissions.state("report-analysis"),
  permissions.get("chat-history"),
  permissions.feature("report-analysis"),
];

// @ts-expect-error Not one of the named features.
permissions.can("nope");
// @ts-expect-error Not one of the named features.
permissions.state("nope");
// @ts-expect-error Not one of the named features.
permissions.get("nope");
// @ts-expect-error Not one of the named features.
permissions.feature("nope");
