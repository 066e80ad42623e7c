// The view of the conformance suite: what shows a user is within an `IdentityBoundary`, what only a user may see within `SignedIn`.
import { Gate, IdentityBoundary, SignedIn, useSession } from "platform-session/vue";
import { defineAsyncComponent, defineComponent, h, Suspense, shallowRef } from "vue";
import { late } from "../page.js";

const Name = defineComponent(() => {
  const session = useSession();
  return () => h("span", session.value.user?.name ?? "nobody");
});

const chats = (what) =>
  h(
    Gate,
    { feature: "chat-history" },
    { default: () => h("b", [`${what} of `, h(Name)]), fallback: () => "closed" },
  );

/** `<Suspense>` waits for its `setup`. */
const LateSetup = defineComponent({
  async setup() {
    if (!late.isHere) await late.promise;
    return () => chats("late");
  },
});

/** Its code comes late. A server has it at once. */
const lateCode = () =>
  defineAsyncComponent(async () => {
    if (!late.isHere) await late.promise;
    return defineComponent(() => () => chats("late code"));
  });

/** What begins an update that Vue holds. */
export let hold;

/** Shows the user, and, in what `<Suspense>` waits for, the same again. */
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
    h(Held),
    h(Suspense, () => h(LateSetup)),
    // Of a chunk alone, without `<Suspense>`.
    h("p", [h(LateCode)]),
  ];
});

/** What is in the default slot compares its values with the session's. */
export const App = defineComponent(
  (_, { slots }) =>
    () =>
      h(IdentityBoundary, () => [
        slots.default?.(),
        h("p", ["user ", h(Name)]),
        h(
          SignedIn,
          {},
          { default: () => h(Page), fallback: () => h("p", "signed out"), pending: () => h("p", "pending") },
        ),
      ]),
);
