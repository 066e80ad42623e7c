import { PiniaColada } from "@pinia/colada";
import { QueryClient, VueQueryPlugin } from "@tanstack/vue-query";
import { createPinia } from "pinia";
import { queryClientPerIdentity } from "platform-session/data";
import { sessionPlugin } from "platform-session/vue";
import { createApp } from "vue";
import App from "./App.vue";
import { session } from "./session";

const clientOf = queryClientPerIdentity(QueryClient);

/**
 * The app of one user. When the identity ends (a sign-out, another user), it is built anew, with its caches and stores, so that no data or
 * text is left.
 */
function begin() {
  const app = createApp(App)
    .use(sessionPlugin(session))
    .use(VueQueryPlugin, { queryClient: clientOf(session) })
    .use(createPinia())
    .use(PiniaColada);
  app.mount("#app");
  const beginAgain = () => {
    app.unmount();
    begin();
  };
  session.addEventListener("identity-ended", beginAgain, { once: true });
}

begin();
