// Elsewhere in that front end, only those names are features.

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

// @ts-expect-error No feature of this deployment.
permissions.can("nope");
// @ts-expect-error No feature of this deployment.
permissions.state("nope");
// @ts-expect-error No feature of this deployment.
permissions.get("nope");
// @ts-expect-error No feature of this deployment.
permissions.feature("nope");
