import {
  Gate,
  SessionProvider,
  useCan,
  useGateState,
  useIdentity,
  usePermission,
  useSession,
  useSessionClient,
} from "platform-session/solid";
import { createEffect, createSignal, Show } from "solid-js";
import { note, readingOf, shown, statusOf } from "./parts.js";

/** Returns a view within a provider of its session. */
export const within = (View, props) => (
  <SessionProvider session={props.session}>
    <View {...props} />
  </SessionProvider>
);

/** Counts a rendering of the element with this id each time that the accessor `read` changes. */
const countRenders = (id, read) => createEffect(() => shown(id, read()));

function Can(props) {
  const can = useCan(() => props.conditions);
  countRenders("can", can);
  return <p id="can">{String(can())}</p>;
}

function State(props) {
  const state = useGateState(() => props.conditions);
  countRenders("state", state);
  return <p id="state">{state()}</p>;
}

function Reading(props) {
  const reading = usePermission(() => String(props.conditions.feature));
  countRenders("reading", reading);
  return <p id="reading">{readingOf(reading())}</p>;
}

function Status() {
  const session = useSession();
  countRenders("status", session);
  return <p id="status">{statusOf(session())}</p>;
}

function Typed() {
  const identity = useIdentity();
  const session = useSession();
  countRenders("typed", identity);
  return (
    <Show when={identity().key} keyed>
      <input id="typed" />
      <Begun user={session().user} />
    </Show>
  );
}

/** Shows the user for whom the subtree was built. */
function Begun(props) {
  const [user] = createSignal(props.user?.name ?? "no user");
  return <p id="begun">{user()}</p>;
}

function Out() {
  const session = useSessionClient();
  note(session);
  return (
    <button id="out" type="button" onClick={() => session.logout()}>
      sign out
    </button>
  );
}

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
      <Out />
    </>
  );
}

/** A binding that throws once no user is signed in, before a gate and after it. */
export function Throwing() {
  const Bad = () => {
    const session = useSession();
    return <i>{session().user.name}</i>;
  };
  const Gated = (props) => (
    <Gate feature="chat-history">
      <b id={props.id}>content</b>
    </Gate>
  );
  return (
    <>
      <Gated id="first" />
      <Bad />
      <Gated id="second" />
    </>
  );
}
