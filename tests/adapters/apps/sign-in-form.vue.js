// The form in Vue's markup.

import { createApp, h } from "vue";
import { defineSignInForm, german } from "/pkg/dist/sign-in-form.js";
import { createSession } from "/pkg/index.js";

defineSignInForm(createSession());
const render = () => h("sign-in-form", { sso: "", "return-url": "/way-back", messages: german });
createApp({ render }).mount("#app");
