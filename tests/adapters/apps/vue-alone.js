// What Vue alone can do to a value of the session, or to what is within a component of the adapter.
import {
  createApp,
  createSSRApp,
  defineAsyncComponent,
  h,
  hydrateOnInteraction,
  isReadonly,
  isRef,
  reactive,
  toValue,
  unref,
  watch,
  watchEffect,
} from "vue";
import { Gate, SignedIn, sessionPlugin, useCan, useSession } from "../../../pkg/dist/vue.js";

const FEATURE = { feature: "chat-history" };

const show = (component, create = createApp) =>
  create(component).use(sessionPlugin(globalThis.session)).mount("#app");

/** Within a gate, a component that is hydrated at the first click, and never before. */
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

export function hydrateLazy(html) {
  document.querySelector("#app").innerHTML = html;
  show(Lazy, createSSRApp);
}

/** The same field in both slots of a gate. */
export const fields = () =>
  show(() =>
    h(Gate, FEATURE, {
      default: () => h("input", { id: "open" }),
      fallback: () => h("input", { id: "closed" }),
    }),
  );

/** What Vue, and what is built on it, ask of a ref. */
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

/** Content that reads the user of whom it is, as it may in JavaScript, and a field. */
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

/** A binding that throws once nobody is signed in, before a gate and after it. */
export const throwing = () =>
  show({
    setup() {
      const session = useSession();
      const Bad = () => h("i", session.value.user.name);
      const gate = (id) => h(Gate, FEATURE, () => h("b", { id }, "content"));
      return () => [gate("first"), h(Bad), gate("second")];
    },
  });

/** What an effect sees that begins in the first of two changes of one step: the second takes the first back. */
export function takenBack() {
  const seen = [];
  const { session } = globalThis;
  show({
    setup() {
      const isSignedOut = useCan({ status: "unauthenticated" });
      const onEnd = () => {
        watchEffect(() => seen.push(isSignedOut.value), { flush: "sync" });
        session.close();
      };
      session.addEventListener("identity-ended", onEnd, { once: true });
      return () => h("p", String(isSignedOut.value));
    },
  });
  session.logout().catch(() => {});
  return seen;
}
