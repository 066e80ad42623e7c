import { useGate, usePermissions, useReauthentication, useSessionEvent } from "platform-session/vue";
import { defineComponent, h, nextTick, ref } from "vue";
import { GATE, listedOf, listenerOf, menuOf, requestOf, requests, shown, statesOf, whyOf } from "./parts.js";

const Entries = defineComponent(() => {
  const { can, state, features } = usePermissions();
  return () => [
    h("p", { id: "menu" }, shown("menu", menuOf({ can }))),
    h("p", { id: "states" }, statesOf({ state })),
    h("p", { id: "listed" }, listedOf(features.value)),
  ];
});

const Why = defineComponent(() => {
  const gate = useGate(() => GATE);
  return () => h("p", { id: "why" }, shown("why", whyOf(gate.value)));
});

const Request = defineComponent(() => {
  const request = useReauthentication(requests);
  return () => h("p", { id: "request" }, requestOf(request.value));
});

const Listening = defineComponent({
  props: ["hold"],
  setup(props) {
    const number = ref(0);
    const listener = ref(listenerOf(0));
    props.hold?.(() => {
      number.value++;
      listener.value = listenerOf(number.value);
      return nextTick();
    });
    useSessionEvent("signed-out", listener);
    return () => h("p", { id: "number" }, number.value);
  },
});

export const Menu = defineComponent({
  props: ["hold"],
  setup: (props) => () => [h(Entries), h(Why), h(Request), h(Listening, { hold: props.hold })],
});
