// The session in Vue: each composable is one store of the core's, read by a computed.

import {
  computed,
  defineComponent,
  getCurrentInstance,
  inject,
  onBeforeMount,
  onBeforeUpdate,
  shallowRef,
  toValue,
  watch,
} from "vue";
import { warnWhenClosed } from "../shared/closed.js";
import { gateFor, identityOf, readingFor } from "../shared/follow.js";

export const sessionKey = /** @type {import("vue").InjectionKey<import("platform-session").Session>} */ (
  Symbol("platform-session")
);

export const sessionPlugin = (session) => ({
  install(app) {
    if (!session?.gate) throw new TypeError("sessionPlugin needs a session: sessionPlugin(createSession()).");
    const [major, minor] = app.version.split(".").map(Number);
    if (major < 3 || (major === 3 && minor < 4))
      throw new Error("platform-session/vue needs Vue 3.4 or later.");
    app.provide(sessionKey, session);
    // On a server nobody would unmount it.
    if (typeof window === "undefined") return;
    const stop = warnWhenClosed(session);
    const { unmount } = app;
    app.unmount = () => {
      stop();
      unmount();
    };
  },
});

export function useSessionClient() {
  const session = inject(sessionKey, null);
  if (!session)
    throw new Error(
      "platform-session/vue: no session. Call app.use(sessionPlugin(session)) before mounting, and this in setup.",
    );
  return session;
}

export const useSession = () =>
  useStore(
    (session) => session,
    (session) => session.snapshot,
    (session) => session.initial,
  );

export const useCan = (conditions) =>
  useStore(
    gateFor(() => toValue(conditions)),
    (gate) => gate.granted,
    (gate) => gate.initial === "granted",
  );

export const useGateState = (conditions) => useStore(gateFor(() => toValue(conditions)));

export const usePermission = (feature) => useStore(readingFor(() => toValue(feature)));

export const useIdentity = () => useStore((session, before) => before ?? identityOf(session));

/** The attributes are the conditions, for a declared prop that is `undefined` looks as one that was not given. */
export const Gate = defineComponent({
  name: "Gate",
  inheritAttrs: false,
  setup(_, { attrs, slots }) {
    const conditions = shallowRef(conditionsIn(attrs));
    onBeforeUpdate(() => {
      conditions.value = conditionsIn(attrs);
    });
    const state = useGateState(conditions);
    return () => slots[SLOTS[state.value]]?.();
  },
});

const SLOTS = { granted: "default", denied: "fallback", unknown: "pending" };

/** What falls through from a component around is no condition. */
const OTHERS = /^(?:class|style|id|on[A-Z].*|(?:data|aria)-.*)$/;

const conditionsIn = (attrs) =>
  Object.fromEntries(
    Object.keys(attrs)
      .filter((name) => !OTHERS.test(name))
      .map((name) => [name === "at-least" ? "atLeast" : name, attrs[name]]),
  );

/** The store that `open` gives, another one as soon as what it reads asks for another. */
function useStore(open, now = (store) => store.value, initially = (store) => store.initial) {
  const session = useSessionClient();
  const store = computed((before) => open(session, before));
  const isLive = shallowRef(!isHydrating());
  // Once this component is hydrated. Within `<Suspense>`, `mounted` waits for whatever else is in there.
  if (!isLive.value)
    onBeforeMount(() =>
      queueMicrotask(() => {
        isLive.value = true;
      }),
    );
  const version = shallowRef();
  watch(
    store,
    ({ subscribe }, _, onCleanup) =>
      onCleanup(
        subscribe(() => {
          version.value = {};
        }),
      ),
    // Before anybody reads what the store before it said.
    { immediate: true, flush: "sync" },
  );
  return computed(() => {
    version.value;
    return (isLive.value ? now : initially)(store.value);
  });
}

/** Vue gives a component its element before it is set up only where a server rendered that. */
const isHydrating = () => getCurrentInstance()?.vnode.el?.isConnected;
