// `InPlace` and `Home` (`parts.js`).
import { IdentityBoundary, SignedIn } from "platform-session/vue";
import { defineComponent, h } from "vue";
import { addressNow } from "./parts.js";

const empty = () => [];

export const InPlace = defineComponent(() => () => [
  h(SignedIn, () => h("textarea", { id: "signed-in" })),
  h(SignedIn, {}, { default: () => "own fallback", fallback: () => h("p", { id: "fallback" }, "fallback") }),
  h(SignedIn, {}, { default: () => "own pending", pending: () => h("p", { id: "pending" }, "pending") }),
  h(SignedIn, {}, { default: () => "nothing", fallback: empty, pending: empty }),
]);

export const Home = defineComponent(() => () => h(IdentityBoundary, { home: "/home" }, () => h(Address)));

const Address = defineComponent(() => {
  const address = addressNow();
  return () => h("p", { id: "address" }, address);
});
