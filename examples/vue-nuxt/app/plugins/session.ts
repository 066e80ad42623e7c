import { pageSession } from "platform-session";
import { sessionPlugin } from "platform-session/vue";

declare module "vue-router" {
  interface RouteMeta {
    signal?: AbortSignal;
  }
}

export default defineNuxtPlugin(({ vueApp }) => {
  const initial = useState<unknown>("session", () => useRequestEvent()?.context.initial);
  // In the browser the one session of the page; on the server an inert one, for this render alone.
  const session = pageSession({ initial: initial.value });
  vueApp.use(sessionPlugin(session));
  const router = useRouter();
  // Outside of the boundary: the identity that has come to the address. The way back in it is for that one alone.
  router.beforeEach(({ meta }) => {
    meta.signal = session.identity.signal;
  });
  // The address was the last user's, and is not the next one's.
  session.addEventListener("identity-ended", () => router.replace("/sign-in"));
  return { provide: { session } };
});
