import { pageSession } from "platform-session";
import { sessionPlugin } from "platform-session/vue";

declare module "vue-router" {
  interface RouteMeta {
    signal?: AbortSignal;
  }
}

export default defineNuxtPlugin(({ vueApp }) => {
  const initial = useState<unknown>("session", () => useRequestEvent()?.context.initial);
  // In the browser this is the page's session; on the server an inert one, for one rendering.
  const session = pageSession({ initial: initial.value });
  vueApp.use(sessionPlugin(session));
  const router = useRouter();
  // This is outside of the boundary: it remembers the identity that opened the address. Only that identity may go back to it.
  router.beforeEach(({ meta }) => {
    meta.signal = session.identity.signal;
  });
  // The next user must not get the last user's address.
  session.addEventListener("identity-ended", () => router.replace("/sign-in"));
  return { provide: { session } };
});
