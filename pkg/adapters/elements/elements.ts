// Custom elements: gates, `<signed-in>` and the single sign-on button, for plain HTML and every framework.

import type { Session } from "platform-session";
import { warnWhenClosed } from "../shared/closed.js";
import { definerOf } from "./define.js";
import { gate } from "./gate.js";
import { signedIn } from "./signed-in.js";
import { ssoButton } from "./sso-button.js";

const KINDS = {
  "permission-gate": gate,
  "session-gate": gate,
  "signed-in": signedIn,
  "sso-button": ssoButton,
};

export const defineElements: (session: Session, options?: { prefix?: string | undefined }) => void =
  definerOf(KINDS, warnWhenClosed);
