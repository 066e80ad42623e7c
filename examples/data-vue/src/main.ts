import { PiniaColada } from "@pinia/colada";
import { VueQueryPlugin } from "@tanstack/vue-query";
import { createPinia } from "pinia";
import { retry } from "platform-session/errors";
import { sessionPlugin } from "platform-session/vue";
import { createApp } from "vue";
import App from "./App.vue";
import { session } from "./session";

/** The app of one person. For another it begins anew, with its caches and stores: nothing that was loaded or typed is left. */
function begin() {
  const app = createApp(App)
    .use(sessionPlugin(session))
    .use(VueQueryPlugin, { queryClientConfig: { defaultOptions: { queries: { retry } } } })
    .use(createPinia())
    .use(PiniaColada);
  app.mount("#app");
  const another = () => {
    app.unmount();
    begin();
  };
  session.addEventListener("identity-ended", another, { once: true });
}

begin();
