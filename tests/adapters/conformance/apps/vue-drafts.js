// `Drafts` (`parts.js`).
import { Gate, IdentityBoundary, SignedIn } from "platform-session/vue";
import { defineComponent, h } from "vue";

export const Drafts = defineComponent(() => () => [
  h(IdentityBoundary, () => h("textarea", { id: "bounded" })),
  h(
    SignedIn,
    {},
    {
      default: () => [
        h("textarea", { id: "signed-in" }),
        h(
          Gate,
          { feature: "chat-history" },
          { default: () => h("textarea", { id: "gated" }), fallback: () => h("p", "closed") },
        ),
      ],
      fallback: () => h("p", "signed out"),
      pending: () => h("p", "pending"),
    },
  ),
]);
