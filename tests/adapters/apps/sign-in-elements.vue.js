// The form and the notices in Vue's markup.

import { createApp, h } from "vue";
import { defineSessionNotices, german as noticesInGerman } from "/pkg/dist/session-notices.js";
import { defineSignInForm, german } from "/pkg/dist/sign-in-form.js";
import { createSession } from "/pkg/index.js";
import { endingSession } from "./ending-session.js";

const session = createSession();
defineSignInForm(session);
defineSessionNotices(endingSession(session));
const render = () => [
  h("sign-in-form", { sso: "", "return-url": "/way-back", messages: german }),
  h("session-notices", { messages: noticesInGerman }),
];
createApp({ render }).mount("#app");
