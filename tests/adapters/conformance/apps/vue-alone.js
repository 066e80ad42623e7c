// Cases that Vue alone has, for values of the session and for the content of the adapter's components.
import { Gate, SignedIn, sessionPlugin, useCan, useSession } from "platform-session/vue";
import {
  createApp,
  defineAsyncComponent,
  h,
  hydrateOnInteraction,
  isReadonly,
  isRef,
  KeepAlive,
  nextTick,
  reactive,
  ref,
  toValue,
  unref,
  watch,
  watchEffect,
} from "vue";
import { note } from "./parts.js";

const FEATURE = { feature: "chat-history" };

function show(component) {
  const app = createApp(component).use(sessionPlugin(globalThis.session));
  app.mount("#app");
  return () => app.unmount();
}

/** A view with a component in a gate that is hydrated at the first click, and never before. */
export const Lazy = {
  inheritAttrs: false,
  setup() {
    const session = useSession();
    const Later = defineAsyncComponent({
      loader: async () => () => h("b", { id: "later" }, `of ${session.value.user?.name}`),
      hydrate: hydrateOnInteraction("click"),
    });
    return () => h(Gate, FEATURE, () => h(Later));
  },
};

/** A view with the same field in both slots of a gate. */
export const fields = () =>
  show(() =>
    h(Gate, FEATURE, {
      default: () => h("input", { id: "open" }),
      fallback: () => h("input", { id: "closed" }),
    }),
  );

/** Returns what Vue, and libraries built on it, ask of a ref. */
export function asRef() {
  let answers;
  show({
    setup() {
      const can = useCan(FEATURE);
      const calls = [];
      watch(can, (now, before) => calls.push([before, now]), { flush: "sync" });
      answers = () => ({
        isRef: isRef(can),
        isReadonly: isReadonly(can),
        // Pinia takes a ref without `effect` for state, which it serializes and writes to.
        isComputed: Boolean(can.effect),
        values: [can.value, toValue(can), unref(can), reactive({ can }).can],
        calls,
      });
      return { can };
    },
    render: ({ can }) => h("p", { id: "unwrapped" }, String(can)),
  });
  return answers;
}

/** A view with content that reads its user, as it may in JavaScript, and a field. */
export const signedIn = () =>
  show({
    setup() {
      const session = useSession();
      return () =>
        h(
          SignedIn,
          {},
          {
            default: () => [h("p", { id: "name" }, session.value.user.name), h("textarea", { id: "draft" })],
            fallback: () => h("p", { id: "out" }, "signed out"),
          },
        );
    },
  });

/** A page that is kept alive while another is shown: `toggle` changes between them. */
export function keepAlive() {
  const Kept = {
    setup() {
      const can = useCan(FEATURE);
      return () => h("p", { id: "kept" }, can.value ? "content" : "closed");
    },
  };
  const isShown = ref(true);
  globalThis.toggle = () => {
    isShown.value = !isShown.value;
    return nextTick();
  };
  show(() => h(KeepAlive, () => (isShown.value ? h(Kept) : h("p", { id: "other" }, "other"))));
}

let gone = () => {};

/** Shows a gate with these attributes, as a template gives them, in place of the one before. */
export function withAttributes(attributes) {
  gone();
  gone = show(() =>
    h("p", { id: "gate" }, [h(Gate, attributes, { default: () => "content", fallback: () => "fallback" })]),
  );
}

/** A view that notes what an effect sees that begins in the first of two changes of one step: the second takes the first back. */
export const TakenBack = {
  setup() {
    const isSignedOut = useCan({ status: "unauthenticated" });
    const onEnd = () => {
      watchEffect(() => note(isSignedOut.value), { flush: "sync" });
      globalThis.session.close();
    };
    globalThis.session.addEventListener("identity-ended", onEnd, { once: true });
    return () => h("p", String(isSignedOut.value));
  },
};

export const tooOld = () => sessionPlugin(globalThis.session).install({ version: "3.3.13" });
