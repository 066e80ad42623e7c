// A page with one `signInSession()`, in German, after one with a text that there is not; and all its elements in the markup.

import { pageSession } from "platform-session";
import { signInSession } from "platform-session/sign-in";
import { german } from "platform-session/sign-in-form";

let refusal;
try {
  signInSession({ notices: { stail: "Old" } });
} catch ({ message }) {
  refusal = message;
}
const session = signInSession({ messages: german, notices: { expiring: "Gleich ist Schluss." } });
document
  .querySelector("#app")
  .append(
    ...["session-notices", "sign-out-button", "sign-in-form"].map((name) => document.createElement(name)),
  );

Object.assign(globalThis, {
  session,
  refusal,
  isThePages: pageSession() === session && signInSession() === session,
  askForAgents: () => session.fetch("/agent-hub-api/api/agent/list").then(({ status }) => status),
});
