// `Drafts` (`parts.js`).
import { IdentityBoundary, SignedIn } from "platform-session/vue";
import { defineComponent, h } from "vue";

export const Drafts = defineComponent(() => () => [
  h(IdentityBoundary, () => h("textarea", { id: "bounded" })),
  h(
    SignedIn,
    {},
    {
      default: () => h("textarea", { id: "signed-in" }),
      fallback: () => h("p", "signed out"),
      pending: () => h("p", "pending"),
    },
  ),
]);
