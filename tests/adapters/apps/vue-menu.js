import { defineComponent, h, ref } from "vue";
import { useGate, usePermissions, useReauthentication, useSessionEvent } from "../../../pkg/dist/vue.js";
import { GATE, listedOf, listenerOf, menuOf, requestOf, requests, statesOf, whyOf } from "./menu.js";
import { renders } from "./vue-view.js";

const Entries = defineComponent(() => {
  const { can, state, features } = usePermissions();
  return () => {
    renders.menu = (renders.menu ?? 0) + 1;
    return [
      h("p", { id: "menu" }, menuOf({ can })),
      h("p", { id: "states" }, statesOf({ state })),
      h("p", { id: "listed" }, listedOf(features.value)),
    ];
  };
});

const Why = defineComponent(() => {
  const gate = useGate(() => GATE);
  return () => {
    renders.why = (renders.why ?? 0) + 1;
    return h("p", { id: "why" }, whyOf(gate.value));
  };
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
    });
    useSessionEvent("signed-out", listener);
    return () => h("p", { id: "number" }, number.value);
  },
});

/** `hold` is given what has another listener listen. */
export const Menu = defineComponent({
  props: ["hold"],
  setup: (props) => () => [h(Entries), h(Why), h(Request), h(Listening, { hold: props.hold })],
});
