import type * as root from "platform-session";
import * as inline from "platform-session/inline";
import type { Equal, Expect } from "../../declarations/expect.js";

export type Same = [Expect<Equal<typeof inline, typeof root>>, Expect<Equal<inline.Feature, root.Feature>>];

const session: root.Session = inline.createSession();
export const gates = [
  session.gate({ feature: "chat-history" }),
  // @ts-expect-error No feature of this deployment.
  inline.pageSession().gate({ feature: "chat-hystory" }),
];
