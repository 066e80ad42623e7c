import { createSession, type GateState } from "platform-session";
import { defineElements } from "platform-session/elements";
import { defineSessionNotices, german as germanNotices } from "platform-session/session-notices";
import { defineSignInForm, defineSignOutButton, german } from "platform-session/sign-in-form";

defineElements(createSession(), { prefix: "portal-" });
const gate = document.createElement("permission-gate");
gate.feature = "chat-history";
// @ts-expect-error No feature of this deployment.
gate.feature = "chat-histroy";
gate.anyOf = [{ feature: "chat-history" }, { atLeast: "expert" }];
gate.anyOf = undefined;
// @ts-expect-error A list of conditions, and not of names.
gate.anyOf = ["chat-history"];
export const states: GateState[] = [gate.state, document.createElement("signed-in").state];
export const page = (
  <permission-gate feature="report-analysis" at-least="expert">
    {/* @ts-expect-error No feature of this deployment. */}
    <permission-gate feature="chat-histroy" />
    {/* @ts-expect-error No role of this deployment. */}
    <permission-gate at-least="expret" />
    <permission-gate anyOf={[{ feature: "chat-history" }, { atLeast: "expert" }]} />
    {/* @ts-expect-error No feature of this deployment. */}
    <permission-gate anyOf={[{ feature: "chat-histroy" }]} />
    <signed-in className="wide">signed in</signed-in>
    <session-gate status="authenticated">
      <sso-button return-url="/reports" mode="popup" />
    </session-gate>
  </permission-gate>
);

defineSignInForm(createSession(), { prefix: "portal-" });
const form = document.createElement("sign-in-form");
form.messages = { ...german, email: "Dienstliche E-Mail" };
form.addEventListener("sign-in-failed", ({ detail }) => detail.error.code === "network");
// @ts-expect-error A message is a text.
form.messages = { email: 7 };
export const signIn = (
  <>
    <sign-in-form sso return-url="/reports" mode="popup" messages={german} className="wide" />
    {/* @ts-expect-error There is no such mode. */}
    <sign-in-form mode="window" />
  </>
);

defineSessionNotices(createSession(), { messages: germanNotices, prefix: "portal-" });
document.createElement("session-notices").messages = { ...germanNotices, stay: "Weiterarbeiten" };
export const notices = (
  <>
    <session-notices messages={germanNotices} className="wide" />
    {/* @ts-expect-error There is no such text. */}
    <session-notices messages={{ stail: "Old" }} />
  </>
);

defineSignOutButton(createSession(), { messages: german, prefix: "portal-" });
document.createElement("sign-out-button").messages = { ...german, "sign-out": "Beenden" };
export const signOut = (
  <>
    <sign-out-button messages={german} className="wide" />
    {/* @ts-expect-error There is no such text. */}
    <sign-out-button messages={{ "sign-off": "Leave" }} />
  </>
);
