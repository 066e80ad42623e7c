import { pageSession } from "platform-session";
import { sessionPlugin } from "platform-session/vue";
import { createApp } from "vue";
import App from "./App.vue";
import { createAppRouter } from "./router";

const session = pageSession();

createApp(App).use(sessionPlugin(session)).use(createAppRouter(session)).mount("#app");
