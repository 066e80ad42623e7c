// The view of the conformance suite: what shows a user is within an `IdentityBoundary`, what only a user may see within `SignedIn`.
import { Gate, IdentityBoundary, SessionProvider, SignedIn, useSession } from "platform-session/solid";
import { createResource, createSignal, lazy, Show, Suspense, useTransition } from "solid-js";
import { late } from "../page.js";

function Name() {
  const session = useSession();
  return <span>{session().user?.name ?? "nobody"}</span>;
}

const Chats = (props) => (
  <Gate feature="chat-history" fallback="closed">
    <b>
      {props.what} of <Name />
    </b>
  </Gate>
);

/** What begins an update that Solid holds. */
export let hold;

function Next() {
  const [data] = createResource(() => late.promise.then(() => "next"));
  return <i>{data()}</i>;
}

/** Shows the user, and, by a transition that waits for data, the same again. */
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
      <Held />
      <Suspense fallback="…">
        <Late />
      </Suspense>
    </>
  );
}

/** `children` compare their values with the session's. */
export const App = (props) => (
  <SessionProvider session={props.session}>
    <IdentityBoundary>
      {props.children}
      <p>
        user <Name />
      </p>
      <SignedIn fallback={<p>signed out</p>} pending={<p>pending</p>}>
        <Page />
      </SignedIn>
    </IdentityBoundary>
  </SessionProvider>
);
