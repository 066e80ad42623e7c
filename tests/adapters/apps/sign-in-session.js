// A page with one `signInSession()`, in German, and notices and a form in its markup.

import { pageSession } from "platform-session";
import { signInSession } from "platform-session/sign-in";
import { german } from "platform-session/sign-in-form";

const session = signInSession({ messages: german, notices: { expiring: "Gleich ist Schluss." } });
document
  .querySelector("#app")
  .append(document.createElement("session-notices"), document.createElement("sign-in-form"));

Object.assign(globalThis, {
  session,
  isThePages: pageSession() === session && signInSession() === session,
  askForAgents: () => session.fetch("/agent-hub-api/api/agent/list").then(({ status }) => status),
});
