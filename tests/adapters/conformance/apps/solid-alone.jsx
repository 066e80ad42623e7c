// What Solid alone can do to an accessor of the session, or to what is within a component of the adapter.
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

/** What is provided by an `IdentityBoundary`. */
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

/** Begins a transition in which the user signs out, and which waits for data that does not come. */
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
      (what) => (what === "now" ? what : new Promise(() => {})),
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

/** Notes how often each slot is made and let go; one gate has a condition that a getter gives no value. */
export function Slots() {
  const Slot = ({ name }) => {
    note(`${name} made`);
    onCleanup(() => note(`${name} gone`));
    return <i>{name}</i>;
  };
  const slots = (what) => ({
    get children() {
      return <Slot name={`${what} content`} />;
    },
    get fallback() {
      return <Slot name={`${what} fallback`} />;
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

/** What an effect sees that begins in the first of two changes of one step: the second takes the first back. */
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
