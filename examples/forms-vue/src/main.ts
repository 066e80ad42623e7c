import { sessionPlugin } from "platform-session/vue";
import { createApp } from "vue";
import App from "./App.vue";
import { session } from "./session";

createApp(App).use(sessionPlugin(session)).mount("#app");
