// What Solid alone can do to an accessor of the session, or to what is within a component of the adapter.
import {
  createRenderEffect,
  createResource,
  createSignal,
  getOwner,
  lazy,
  onCleanup,
  runWithOwner,
  Suspense,
  useTransition,
} from "solid-js";
import { Gate, SessionProvider, SignedIn, useCan, useSession } from "../../../pkg/dist/solid.js";

const Content = (props) => (
  <Gate feature="chat-history" fallback={<p id={props.id}>closed</p>}>
    <p id={props.id}>content</p>
  </Gate>
);

/** Begins a transition in which the user signs out, and which waits for data that does not come. */
export function SignOutWithin(props) {
  const { session } = globalThis;
  const [isNext, setNext] = createSignal(false);
  const [, start] = useTransition();
  props.hold(() =>
    start(() => {
      session.logout().catch(() => {});
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
    <SessionProvider session={session}>
      <Content id="outside" />
      <Suspense>
        <Content id="within" />
        <Data />
      </Suspense>
    </SessionProvider>
  );
}

/** A part whose code does not come, and gates around it. */
export function WithLazy(props) {
  const Late = lazy(() => props.code);
  return (
    <SessionProvider session={props.session}>
      <Content id="outside" />
      <Suspense>
        <Content id="within" />
        <Late />
      </Suspense>
    </SessionProvider>
  );
}

/** A binding that throws once nobody is signed in, before a gate and after it. */
export function Throwing() {
  const Bad = () => {
    const session = useSession();
    return <i>{session().user.name}</i>;
  };
  return (
    <SessionProvider session={globalThis.session}>
      <Content id="first" />
      <Bad />
      <Content id="second" />
    </SessionProvider>
  );
}

/** Counts how often each slot is made and let go. */
export function Slots(props) {
  const Slot = ({ name }) => {
    props.note(`${name} made`);
    onCleanup(() => props.note(`${name} gone`));
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
  return (
    <SessionProvider session={globalThis.session}>
      <Gate feature="chat-history" {...slots("gate")} />
      <SignedIn {...slots("signed-in")} />
    </SessionProvider>
  );
}

/** What an effect sees that begins in the first of two changes of one step: the second takes the first back. */
export function TakenBack(props) {
  const { session } = globalThis;
  const Part = () => {
    const isSignedOut = useCan({ status: "unauthenticated" });
    const owner = getOwner();
    const onEnd = () => {
      runWithOwner(owner, () => createRenderEffect(() => props.note(isSignedOut())));
      session.close();
    };
    session.addEventListener("identity-ended", onEnd, { once: true });
    return <p>{String(isSignedOut())}</p>;
  };
  return (
    <SessionProvider session={session}>
      <Part />
    </SessionProvider>
  );
}
