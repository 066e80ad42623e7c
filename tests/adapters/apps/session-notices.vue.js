// The notices in Vue's markup.

import { createApp, h } from "vue";
import { defineSessionNotices, german } from "/pkg/dist/session-notices.js";
import { createSession } from "/pkg/index.js";
import { endingSession } from "./ending-session.js";

defineSessionNotices(endingSession(createSession()));
createApp({ render: () => h("session-notices", { messages: german }) }).mount("#app");
