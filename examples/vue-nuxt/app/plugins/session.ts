import { pageSession } from "platform-session";
import { sessionPlugin } from "platform-session/vue";

export default defineNuxtPlugin(({ vueApp }) => {
  const initial = useState<unknown>("session", () => useRequestEvent()?.context.initial);
  // In the browser the one session of the page; on the server an inert one, for this render alone.
  const session = pageSession({ initial: initial.value });
  vueApp.use(sessionPlugin(session));
  return { provide: { session } };
});
