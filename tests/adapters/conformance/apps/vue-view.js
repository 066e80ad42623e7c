import {
  Gate,
  useCan,
  useGateState,
  useIdentity,
  usePermission,
  useSession,
  useSessionClient,
} from "platform-session/vue";
import { defineComponent, h, nextTick, shallowRef } from "vue";
import { note, readingOf, shown, statusOf } from "./parts.js";

/** Returns a component with an element of this id. `setup(props)` returns a function that returns the element's text. */
const part = (id, setup) =>
  defineComponent({
    props: ["conditions"],
    setup(props) {
      const text = setup(props);
      return () => h("p", { id }, shown(id, text()));
    },
  });

const Can = part("can", (props) => {
  const can = useCan(() => props.conditions);
  return () => String(can.value);
});

const State = part("state", (props) => {
  const state = useGateState(() => props.conditions);
  return () => state.value;
});

const Reading = part("reading", (props) => {
  const reading = usePermission(() => String(props.conditions.feature));
  return () => readingOf(reading.value);
});

const Status = part("status", () => {
  const session = useSession();
  return () => statusOf(session.value);
});

const Typed = defineComponent(() => {
  const identity = useIdentity();
  return () => h("input", { id: "typed", key: shown("typed", identity.value.key) });
});

const Out = defineComponent(() => {
  const session = useSessionClient();
  note(session);
  return () => h("button", { id: "out", onClick: () => session.logout() }, "sign out");
});

const gate = (conditions) =>
  h(Gate, conditions, {
    default: () => "content",
    fallback: () => "fallback",
    pending: () => "pending",
  });

export const View = defineComponent({
  props: ["conditions", "hold"],
  setup(props) {
    const conditions = shallowRef(props.conditions);
    props.hold?.((next) => {
      conditions.value = next;
      return nextTick();
    });
    return () => [
      h("p", { id: "gate" }, [gate(conditions.value)]),
      ...[Can, State, Reading, Status].map((each) => h(each, { conditions: conditions.value })),
      h(Typed),
      h(Out),
    ];
  },
});

/** A binding that throws once no user is signed in, before a gate and after it. */
export const Throwing = defineComponent(() => {
  const session = useSession();
  const Bad = () => h("i", session.value.user.name);
  const gated = (id) => h(Gate, { feature: "chat-history" }, () => h("b", { id }, "content"));
  return () => [gated("first"), h(Bad), gated("second")];
});
