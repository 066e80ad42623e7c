// The view `App` of the table of frames: names of users are within an `IdentityBoundary`, secrets within a `SignedIn`.
import {
  Gate,
  IdentityBoundary,
  SignedIn,
  useCan,
  useGate,
  useGateState,
  useIdentity,
  usePermission,
  usePermissions,
  useSession,
} from "platform-session/solid";
import {
  createComputed,
  createEffect,
  createMemo,
  createRenderEffect,
  createResource,
  createSignal,
  lazy,
  on,
  onCleanup,
  Show,
  Suspense,
  useTransition,
} from "solid-js";
import { check } from "./frames.js";
import { late } from "./late.js";

const feature = "report-analysis";

function Name() {
  const session = useSession();
  return <span>{session().user?.name ?? "no user"}</span>;
}

const Chats = (props) => (
  <Gate feature="chat-history" fallback="closed">
    <b>
      {props.what} of <Name />
    </b>
  </Gate>
);

/** Begins an update that Solid holds back until `late` comes. */
export let hold;

function Next() {
  const [data] = createResource(() => late.promise.then(() => "next"));
  return <i>{data()}</i>;
}

/** Shows the user's name. `hold` begins a transition to the same with a part that waits for data. */
function Held() {
  const [isNext, setNext] = createSignal(false);
  const [, start] = useTransition();
  hold = () => start(() => setNext(true));
  return (
    <Suspense fallback="…">
      <p>
        held of <Name />
      </p>
      <Show when={isNext()}>
        <Next />
      </Show>
    </Suspense>
  );
}

function Page() {
  const Late = lazy(() => late.promise.then(() => ({ default: () => <Chats what="late" /> })));
  return (
    <>
      <p>
        secret of <Name />
      </p>
      <Chats what="chats" />
      <textarea />
      <Gate feature="chat-history">
        <textarea />
      </Gate>
      <Held />
      <Suspense fallback="…">
        <Late />
      </Suspense>
    </>
  );
}

/** Returns the current values of the accessors; `undefined` while nothing is rendered. */
export let values;

/** Checks the values of the accessors in computations of each kind, also through a memo. */
function Values() {
  const session = useSession();
  const can = useCan({ feature });
  const state = useGateState({ feature });
  const reading = usePermission(feature);
  const identity = useIdentity();
  const gate = useGate({ feature });
  const permissions = usePermissions();
  const readValues = () => ({
    user: session().user?.name ?? null,
    status: session().status,
    can: can(),
    state: state(),
    reading: reading().state,
    key: identity().key,
    granted: gate().granted,
    allowed: permissions.can(feature),
    allowedState: permissions.state(feature),
    listed: Object.keys(permissions.features()).length,
  });
  values = readValues;
  onCleanup(() => {
    if (values === readValues) values = undefined;
  });
  const derived = createMemo(readValues);
  for (const each of [session, can, state, reading, identity, gate, permissions.features, derived]) {
    for (const create of [createComputed, createRenderEffect, createEffect]) {
      const checkValues = () => {
        check(create.name, readValues());
        check(`a memo in ${create.name}`, derived());
      };
      create(on(each, checkValues, { defer: true }));
    }
  }
  return null;
}

/** A gate outside of any `SignedIn`. */
const Gated = (props) => (
  <Gate feature="chat-history">
    <p data-gate>{props.children}</p>
  </Gate>
);

/** A gate beside a late part that `<Suspense>` waits for. */
function Waiting() {
  const Late = lazy(() => late.promise.then(() => ({ default: () => <p>a late part</p> })));
  return (
    <Suspense>
      <Gated>beside</Gated>
      <Late />
    </Suspense>
  );
}

export const App = () => (
  <>
    <IdentityBoundary>
      <Values />
      <p>
        user <Name />
      </p>
      <SignedIn fallback={<p>signed out</p>} pending={<p>pending</p>}>
        <Page />
      </SignedIn>
    </IdentityBoundary>
    <SignedIn>
      <p>
        own of <Name />
      </p>
    </SignedIn>
    <Gated>gated</Gated>
    <Waiting />
  </>
);
