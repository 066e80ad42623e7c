import { PiniaColada } from "@pinia/colada";
import { VueQueryPlugin } from "@tanstack/vue-query";
import { createPinia } from "pinia";
import { sessionPlugin } from "platform-session/vue";
import { createApp } from "vue";
import App from "./App.vue";
import { emptyQueriesOf } from "./pinia-colada";
import { session } from "./session";
import { queryClient } from "./tanstack-query";

const pinia = createPinia();
const app = createApp(App)
  .use(sessionPlugin(session))
  .use(VueQueryPlugin, { queryClient })
  .use(pinia)
  .use(PiniaColada);
emptyQueriesOf(pinia);
app.mount("#app");
