// The view `App` of the table of frames: names of users are within an `IdentityBoundary`, secrets within a `SignedIn`.
import {
  Gate,
  IdentityBoundary,
  SignedIn,
  useCan,
  useGate,
  useGateState,
  useIdentity,
  usePermission,
  usePermissions,
  useSession,
} from "platform-session/vue";
import {
  computed,
  defineAsyncComponent,
  defineComponent,
  h,
  onUnmounted,
  Suspense,
  shallowRef,
  watch,
} from "vue";
import { check } from "./frames.js";
import { late } from "./late.js";

const feature = "report-analysis";

const Name = defineComponent(() => {
  const session = useSession();
  return () => h("span", session.value.user?.name ?? "no user");
});

const chats = (label) =>
  h(
    Gate,
    { feature: "chat-history" },
    { default: () => h("b", [`${label} of `, h(Name)]), fallback: () => "closed" },
  );

/** A component with a `setup` that `<Suspense>` waits for. */
const LateSetup = defineComponent({
  async setup() {
    if (!late.isHere) await late.promise;
    return () => chats("late");
  },
});

/** Returns a component of which the code comes with `late`; a server has it at once. */
const lateCode = () =>
  defineAsyncComponent(async () => {
    if (!late.isHere) await late.promise;
    return defineComponent(() => () => chats("late code"));
  });

/** Begins an update that Vue holds back until `late` comes. */
export let hold;

/** Shows the user's name. `hold` changes to a component that `<Suspense>` waits for, and that shows it, too. */
const Held = defineComponent(() => {
  const Now = defineComponent(() => () => h("p", ["held of ", h(Name)]));
  const Next = defineComponent({
    async setup() {
      await late.promise;
      return () => h("p", ["next of ", h(Name)]);
    },
  });
  const shown = shallowRef(Now);
  hold = () => {
    shown.value = Next;
  };
  return () => h(Suspense, () => h(shown.value));
});

const Page = defineComponent(() => {
  const LateCode = lateCode();
  return () => [
    h("p", ["secret of ", h(Name)]),
    chats("chats"),
    h("textarea"),
    h(Gate, { feature: "chat-history" }, () => h("textarea")),
    h(Held),
    h(Suspense, () => h(LateSetup)),
    // A part that waits for its code alone, without `<Suspense>`.
    h("p", [h(LateCode)]),
  ];
});

/** Returns the current values of the composables; `undefined` while nothing is rendered. */
export let values;

/** Checks the values of the composables in watchers of each kind, also through computeds. */
const Values = defineComponent(() => {
  const session = useSession();
  const can = useCan({ feature });
  const state = useGateState({ feature });
  const reading = usePermission(feature);
  const identity = useIdentity();
  const gate = useGate({ feature });
  const permissions = usePermissions();
  const readers = {
    user: () => session.value.user?.name ?? null,
    status: () => session.value.status,
    can: () => can.value,
    state: () => state.value,
    reading: () => reading.value.state,
    key: () => identity.value.key,
    granted: () => gate.value.granted,
    allowed: () => permissions.can(feature),
    allowedState: () => permissions.state(feature),
    listed: () => Object.keys(permissions.features.value).length,
  };
  const readerOf = (functions) => () =>
    Object.fromEntries(Object.entries(functions).map(([name, read]) => [name, read()]));
  const readValues = readerOf(readers);
  values = readValues;
  onUnmounted(() => {
    if (values === readValues) values = undefined;
  });
  // Computeds as a page writes them, each of one value.
  const computeds = Object.entries(readers).map(([name, read]) => [name, computed(read)]);
  const derived = () => Object.fromEntries(computeds.map(([name, { value }]) => [name, value]));
  for (const [, each] of computeds) {
    for (const flush of ["sync", "pre", "post"]) {
      const checkValues = () => {
        check(`a ${flush} watcher`, readValues());
        check(`computeds in a ${flush} watcher`, derived());
      };
      watch(each, checkValues, { flush });
    }
  }
  return () => null;
});

const gated = (text) => h("p", { "data-gate": "" }, text);

/** Gates beside a late part that `<Suspense>` waits for, and around it. */
const Waiting = defineComponent(() => {
  const Late = defineAsyncComponent(async () => {
    if (!late.isHere) await late.promise;
    return () => h("p", "a late part");
  });
  const Layout = defineComponent(() => {
    const can = useCan({ feature: "chat-history" });
    const gate = (...content) => h(Gate, { feature: "chat-history" }, () => content);
    return () => [
      can.value && gated("a value"),
      gate(gated("beside")),
      gate(gated("around"), h(Late)),
      h(Late),
    ];
  });
  return () => h(Suspense, () => h(Layout));
});

export const App = defineComponent(() => () => [
  h(IdentityBoundary, () => [
    h(Values),
    h("p", ["user ", h(Name)]),
    h(
      SignedIn,
      {},
      { default: () => h(Page), fallback: () => h("p", "signed out"), pending: () => h("p", "pending") },
    ),
  ]),
  h(SignedIn, () => h("p", ["own of ", h(Name)])),
  h(Gate, { feature: "chat-history" }, () => gated("gated")),
  h(Waiting),
]);
