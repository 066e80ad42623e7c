// What every adapter's test shows: a gate, and what each composable says, each in an element of its own.
import { defineComponent, h, Suspense, shallowRef } from "vue";
import { Gate, useCan, useGateState, useIdentity, usePermission, useSession } from "../../../pkg/dist/vue.js";

export const renders = {};

/** A component that shows, in an element of this id, what `setup` gives. */
const part = (id, setup) =>
  defineComponent({
    props: ["conditions"],
    setup(props) {
      const text = setup(props);
      return () => {
        renders[id] = (renders[id] ?? 0) + 1;
        return h("p", { id }, text());
      };
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
  return () => `${reading.value.state} ${JSON.stringify(reading.value.limit)}`;
});

const Status = part("status", () => {
  const session = useSession();
  return () => `${session.value.status} ${session.value.user?.name ?? ""}`;
});

const Typed = defineComponent({
  setup() {
    const identity = useIdentity();
    return () => {
      renders.typed = (renders.typed ?? 0) + 1;
      return h("input", { id: "typed", key: identity.value.key });
    };
  },
});

export const gate = (conditions) =>
  h(Gate, conditions, {
    default: () => "content",
    fallback: () => "fallback",
    pending: () => "pending",
  });

/** `hold` is given what changes the conditions. */
export const View = defineComponent({
  props: ["conditions", "hold"],
  setup(props) {
    const conditions = shallowRef(props.conditions);
    props.hold?.((next) => {
      conditions.value = next;
    });
    return () => [
      h("p", { id: "gate" }, [gate(conditions.value)]),
      ...[Can, State, Reading, Status].map((each) => h(each, { conditions: conditions.value })),
      h(Typed),
    ];
  },
});

/** What of the page Vue holds back until `late` is over. */
const Late = defineComponent({
  props: ["late"],
  async setup({ late }) {
    await late;
    return () => h("p", { id: "late" }, "late");
  },
});

const Layout = defineComponent({
  props: ["conditions", "late"],
  setup(props) {
    const can = useCan(() => props.conditions);
    const late = () => h(Late, { late: props.late });
    const slots = { default: () => [h("b", "content"), late()], fallback: () => "fallback" };
    return () => [
      h("p", { id: "can" }, String(can.value)),
      h("p", { id: "gate" }, [gate(props.conditions)]),
      h("div", { id: "around" }, [h(Gate, props.conditions, slots)]),
      late(),
    ];
  },
});

/** Parts that Vue has to wait for, beside gates and within one, all in one boundary. */
export const Held = defineComponent({
  props: ["conditions", "late"],
  setup: (props) => () => h(Suspense, () => h(Layout, props)),
});
