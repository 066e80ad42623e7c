// The views of the cases of Solid alone.
import { Gate, IdentityBoundary, SignedIn, useCan, useSession } from "platform-session/solid";
import {
  createRenderEffect,
  createResource,
  createSignal,
  getOwner,
  onCleanup,
  runWithOwner,
  Suspense,
  useTransition,
} from "solid-js";
import { note } from "./parts.js";

/** An `IdentityBoundary` that provides the session. */
export function Bounded() {
  const Name = () => {
    const session = useSession();
    return <p id="name">{session().user?.name ?? "no user"}</p>;
  };
  return (
    <IdentityBoundary session={globalThis.session} home="/home">
      <Name />
      <textarea id="draft" />
    </IdentityBoundary>
  );
}

const Content = (props) => (
  <Gate feature="chat-history" fallback={<p id={props.id}>closed</p>}>
    <p id={props.id}>content</p>
  </Gate>
);

/** Two gates. `hold` gets a function that begins a transition which signs out, and which waits for data that never comes. */
export function SignOutWithin(props) {
  const [isNext, setNext] = createSignal(false);
  const [, start] = useTransition();
  props.hold(() =>
    start(() => {
      globalThis.session.logout().catch(() => {});
      setNext(true);
    }),
  );
  const Data = () => {
    const [data] = createResource(
      () => (isNext() ? "next" : "now"),
      (key) => (key === "now" ? key : new Promise(() => {})),
    );
    return <p>{data()}</p>;
  };
  return (
    <>
      <Content id="outside" />
      <Suspense>
        <Content id="within" />
        <Data />
      </Suspense>
    </>
  );
}

/** Components that note when each of their slots is built and disposed of, and a gate with a condition that is `undefined`. */
export function Slots() {
  const Slot = ({ name }) => {
    note(`${name} made`);
    onCleanup(() => note(`${name} gone`));
    return <i>{name}</i>;
  };
  const slots = (label) => ({
    get children() {
      return <Slot name={`${label} content`} />;
    },
    get fallback() {
      return <Slot name={`${label} fallback`} />;
    },
  });
  const [lacking] = createSignal();
  return (
    <>
      <Gate feature="chat-history" {...slots("gate")} />
      <SignedIn {...slots("signed-in")} />
      <Gate feature="chat-history" atLeast={lacking()} fallback={<p id="lacking">fallback</p>}>
        <p id="lacking">content</p>
      </Gate>
    </>
  );
}

/** Creates an effect at the first of two changes of one step, and notes each value that the effect reads. The second change undoes the first. */
export function TakenBack() {
  const isSignedOut = useCan({ status: "unauthenticated" });
  const owner = getOwner();
  const onEnd = () => {
    runWithOwner(owner, () => createRenderEffect(() => note(isSignedOut())));
    globalThis.session.close();
  };
  globalThis.session.addEventListener("identity-ended", onEnd, { once: true });
  return <p>{String(isSignedOut())}</p>;
}
