import {
  createSession,
  type Feature,
  isSessionError,
  pageSession,
  type RoleName,
  SessionError,
} from "platform-session";
import type { Equal, Expect } from "../../declarations/expect.js";

export type Names = [
  Expect<Equal<Feature, "chat-history" | "report-analysis">>,
  Expect<Equal<RoleName, "default" | "expert">>,
];

const session = createSession({ baseUrl: "https://portal.example" });
export const gates = [
  session.gate({ feature: "chat-history", atLeast: "expert" }),
  session.gate({ feature: ["chat-history", "report-analysis"] }),
  // @ts-expect-error No feature of this deployment.
  session.gate({ feature: "chat-histroy" }),
  // @ts-expect-error No feature of this deployment.
  session.gate({ feature: ["chat-history", "chat-histroy"] }),
  // @ts-expect-error No role of this deployment.
  session.gate({ atLeast: "expret" }),
  // @ts-expect-error No role of this deployment.
  session.atLeast("expret"),
  // @ts-expect-error No feature of this deployment.
  session.permissions.can("chat-histroy"),
  // @ts-expect-error No feature of this deployment.
  session.permissions.reading("chat-histroy"),
  pageSession().permissions.state("report-analysis"),
];
export const code = (error: unknown) => (isSessionError(error) ? error.code : SessionError);
