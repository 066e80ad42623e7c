// The cases of Vue alone, each a function that a test calls as a member of `adapter`, or a view.
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

/** A view with a component in a gate that Vue hydrates only at a click. */
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

/** Shows the value of `useCan`. Returns a function that answers the questions which Vue, and libraries built on it, ask of a ref. */
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

/** A `SignedIn` with content that throws without a user, and with a field. */
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

/** A page in Vue's `KeepAlive`, and another page: the global `toggle` changes between them. */
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

let unmountLast = () => {};

/** Shows a gate with these attributes, as a template passes them, in place of the last one. */
export function withAttributes(attributes) {
  unmountLast();
  unmountLast = show(() =>
    h("p", { id: "gate" }, [h(Gate, attributes, { default: () => "content", fallback: () => "fallback" })]),
  );
}

/** A view that creates an effect at the first of two changes of one step, and notes each value that the effect reads. The second change undoes the first. */
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
