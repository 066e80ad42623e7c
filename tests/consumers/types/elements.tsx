import { createSession } from "platform-session";
import { defineElements } from "platform-session/elements";

defineElements(createSession(), { prefix: "portal-" });
const gate = document.createElement("permission-gate");
gate.feature = "chat-history";
// @ts-expect-error No feature of this deployment.
gate.feature = "chat-histroy";
export const page = (
  <permission-gate feature="report-analysis" at-least="expert">
    {/* @ts-expect-error No feature of this deployment. */}
    <permission-gate feature="chat-histroy" />
    {/* @ts-expect-error No role of this deployment. */}
    <permission-gate at-least="expret" />
    <session-gate status="authenticated">
      <sso-button return-url="/reports" mode="popup" />
    </session-gate>
  </permission-gate>
);
