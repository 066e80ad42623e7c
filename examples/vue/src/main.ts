import { signInSession } from "platform-session/sign-in";
import { sessionPlugin } from "platform-session/vue";
import { createApp } from "vue";
import App from "./App.vue";
import { createAppRouter } from "./router";

const session = signInSession();

// In development, a panel says why each gate is open or closed.
if (import.meta.env.DEV) import("platform-session/inspector").then(({ inspect }) => inspect(session));

createApp(App).use(sessionPlugin(session)).use(createAppRouter(session)).mount("#app");
