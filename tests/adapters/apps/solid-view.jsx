// What every adapter's test shows: a gate, and what each accessor says, each in an element of its own.
import { createEffect, createSignal, Show } from "solid-js";
import {
  Gate,
  SessionProvider,
  useCan,
  useGateState,
  useIdentity,
  usePermission,
  useSession,
} from "../../../pkg/dist/solid.js";

export const renders = {};

/** Counts how often what `read` reads has changed. */
const counts = (id, read) =>
  createEffect(() => {
    read();
    renders[id] = (renders[id] ?? 0) + 1;
  });

function Can(props) {
  const can = useCan(() => props.conditions);
  counts("can", can);
  return <p id="can">{String(can())}</p>;
}

function State(props) {
  const state = useGateState(() => props.conditions);
  counts("state", state);
  return <p id="state">{state()}</p>;
}

function Reading(props) {
  const reading = usePermission(() => String(props.conditions.feature));
  counts("reading", reading);
  return <p id="reading">{`${reading().state} ${JSON.stringify(reading().limit)}`}</p>;
}

function Status() {
  const session = useSession();
  counts("status", session);
  return <p id="status">{`${session().status} ${session().user?.name ?? ""}`}</p>;
}

function Typed() {
  const identity = useIdentity();
  const session = useSession();
  counts("typed", identity);
  return (
    <Show when={identity().key} keyed>
      <input id="typed" />
      <Begun user={session().user} />
    </Show>
  );
}

/** Whom it was made for. */
function Begun(props) {
  const [user] = createSignal(props.user?.name ?? "nobody");
  return <p id="begun">{user()}</p>;
}

/** `hold` is given what changes the conditions. */
export function View(props) {
  const [conditions, set] = createSignal(props.conditions);
  props.hold?.((next) => set(() => next));
  return (
    <>
      <p id="gate">
        <Gate {...conditions()} fallback="fallback" pending="pending">
          content
        </Gate>
      </p>
      <Can conditions={conditions()} />
      <State conditions={conditions()} />
      <Reading conditions={conditions()} />
      <Status />
      <Typed />
    </>
  );
}

export const App = (props) => (
  <SessionProvider session={props.session}>
    <View conditions={props.conditions} hold={props.hold} />
  </SessionProvider>
);
