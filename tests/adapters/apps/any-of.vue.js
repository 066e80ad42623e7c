// `anyOf` in Vue's templates: on the adapter's `Gate`, in both spellings, and on the element `permission-gate`.

import { createApp } from "vue";
import { defineElements } from "/pkg/dist/elements.js";
import { createSession } from "/pkg/index.js";
import { Gate, sessionPlugin } from "../../../pkg/dist/vue.js";
import { render } from "./any-of.vue";

const session = createSession();
defineElements(session);
const one = [{ feature: "chat-history" }, { atLeast: "no-such-role" }];
const none = [{ feature: "no-such-feature" }];
createApp({ components: { Gate }, setup: () => ({ one, none }), render })
  .use(sessionPlugin(session))
  .mount("#app");
