// A page that calls `signInSession()` with wrong options, and then, in German, with right ones; it has all elements of the package.

import { pageSession } from "platform-session";
import { signInSession } from "platform-session/sign-in";
import { german } from "platform-session/sign-in-form";

customElements.define("taken-sign-out-button", class extends HTMLElement {});
const [refusal, ...refusedPrefixes] = [
  { notices: { stail: "Old" } },
  { prefix: 5 },
  { prefix: "Acme" },
  { prefix: "taken" },
].map((options) => {
  try {
    signInSession(options);
  } catch ({ message }) {
    return message;
  }
  return "taken";
});
/** The page's session and a definition, neither of which may exist yet. */
const afterRefusals = [
  globalThis[Symbol.for("platform-session")] ?? null,
  customElements.get("taken-sign-in-form") ?? null,
];
const session = signInSession({ messages: german, notices: { expiring: "Gleich ist Schluss." } });
document
  .querySelector("#app")
  .append(
    ...["session-notices", "sign-out-button", "sign-in-form"].map((name) => document.createElement(name)),
  );

Object.assign(globalThis, {
  session,
  refusal,
  refusedPrefixes,
  afterRefusals,
  isPageSession: pageSession() === session && signInSession() === session,
  askForAgents: () => session.fetch("/agent-hub-api/api/agent/list").then(({ status }) => status),
});
