/** @jsxImportSource solid-js */
// The elements in the markup of Solid, Svelte and Vue.
import type { PermissionGateElement } from "platform-session/elements";
import type { SomeSessionNoticeMessages } from "platform-session/session-notices";
import type { SignInMessages } from "platform-session/sign-in-form";
import type { SvelteHTMLElements } from "svelte/elements";
import type { GlobalComponents } from "vue";

export const solid = (
  <permission-gate feature="report-analysis" at-least="expert" class="wide">
    {/* @ts-expect-error No feature of this deployment. */}
    <permission-gate feature="chat-histroy" />
    <signed-in class="wide">signed in</signed-in>
    {/* @ts-expect-error There is no such mode. */}
    <sso-button mode="window" />
  </permission-gate>
);

export const svelte: SvelteHTMLElements["permission-gate"][] = [
  { feature: "chat-history", "at-least": "expert", class: "wide" },
  // @ts-expect-error No feature of this deployment.
  { feature: "chat-histroy" },
  // @ts-expect-error No role of this deployment.
  { "at-least": "expret" },
];

export const vue: InstanceType<GlobalComponents["permission-gate"]>["$props"][] = [
  { feature: "chat-history", "at-least": "expert", class: "wide" },
  // @ts-expect-error No feature of this deployment.
  { feature: "chat-histroy" },
  // @ts-expect-error No role of this deployment.
  { "at-least": "expret" },
];

export const states = (gate: PermissionGateElement) => {
  gate.feature = ["chat-history", "report-analysis"];
  gate.session = null;
  // @ts-expect-error What a gate says is not set.
  gate.state = "granted";
  document.addEventListener("sso-failed", (event) => event.type);
};

const messages: Partial<SignInMessages> = { email: "Work email" };
export const forms = {
  solid: <sign-in-form sso return-url="/reports" messages={messages} class="wide" />,
  svelte: { sso: true, mode: "popup", messages, class: "wide" } satisfies SvelteHTMLElements["sign-in-form"],
  vue: { sso: "", "return-url": "/reports", messages } satisfies InstanceType<
    GlobalComponents["sign-in-form"]
  >["$props"],
  // @ts-expect-error There is no such text.
  text: { messages: { emial: "Work email" } } satisfies SvelteHTMLElements["sign-in-form"],
  // @ts-expect-error There is no such mode.
  misspelt: { mode: "window" } satisfies SvelteHTMLElements["sign-in-form"],
};

const texts: SomeSessionNoticeMessages = { stale: "Offline" };
export const notices = {
  solid: <session-notices messages={texts} class="wide" />,
  svelte: { messages: texts, class: "wide" } satisfies SvelteHTMLElements["session-notices"],
  vue: { messages: texts } satisfies InstanceType<GlobalComponents["session-notices"]>["$props"],
  // @ts-expect-error There is no such text.
  text: { messages: { stail: "Old" } } satisfies SvelteHTMLElements["session-notices"],
};

export const buttons = {
  solid: <sign-out-button messages={messages} class="wide" />,
  svelte: { messages, class: "wide" } satisfies SvelteHTMLElements["sign-out-button"],
  vue: { messages } satisfies InstanceType<GlobalComponents["sign-out-button"]>["$props"],
  // @ts-expect-error There is no such text.
  text: { messages: { "sign-off": "Leave" } } satisfies SvelteHTMLElements["sign-out-button"],
};
