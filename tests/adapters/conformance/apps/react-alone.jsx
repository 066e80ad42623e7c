// The cases of React alone, each a function that a test calls as a member of `adapter`.
import * as platformSession from "platform-session";
import {
  Gate,
  IdentityBoundary,
  SessionProvider,
  SignedIn,
  useCan,
  useSession,
  useSessionEvent,
} from "platform-session/react";
import { Activity, StrictMode, startTransition, useEffect, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { shown } from "./parts.js";
import { Can, Reading, View, within } from "./react-view.jsx";

const place = () => document.querySelector("#app");

function show(app) {
  const root = createRoot(place());
  flushSync(() => root.render(<SessionProvider session={globalThis.session}>{app}</SessionProvider>));
  return root;
}

const Name = () => <p id="name">{useSession(({ user }) => user?.name) ?? "no user"}</p>;

/** An `IdentityBoundary` that provides the session. */
export const bounded = () =>
  createRoot(place()).render(
    <IdentityBoundary session={globalThis.session} home="/home">
      <Name />
      <textarea id="draft" />
    </IdentityBoundary>,
  );

/** Content that cannot be rendered without a user, and a field. `slip` throws an error while the user is there. */
export function throwing() {
  const Content = () => {
    const [isWrong, set] = useState(false);
    globalThis.slip = () => flushSync(() => set(true));
    const name = useSession(({ user }) => user.name);
    if (isWrong) throw new Error("a slip");
    return <p id="name">{name}</p>;
  };
  show(
    <>
      <p id="beside">beside</p>
      <SignedIn fallback={<p id="out">signed out</p>}>
        <Content />
        <textarea id="draft" />
      </SignedIn>
    </>,
  );
}

/** A layout effect of a child that fires an event of the session. Returns the numbers of the renderings whose listener was called. */
export function firing() {
  const heard = [];
  const fire = () => globalThis.session.dispatchEvent(new CustomEvent("signed-out"));
  const Child = ({ number }) => {
    useLayoutEffect(() => {
      if (number) fire();
    }, [number]);
    return null;
  };
  let next;
  const Parent = () => {
    const [number, set] = useState(0);
    next = () => flushSync(() => set(number + 1));
    useSessionEvent("signed-out", () => heard.push(number));
    return <Child number={number} />;
  };
  show(<Parent />);
  next();
  next();
  return heard;
}

/** Two components with the same listener function. Returns how often an event calls it with both, with one, and with none mounted. */
export function sharing() {
  let calls = 0;
  const listener = () => {
    calls += 1;
  };
  const counted = () => {
    calls = 0;
    globalThis.session.dispatchEvent(new CustomEvent("signed-out"));
    return calls;
  };
  const Part = () => useSessionEvent("signed-out", listener);
  let set;
  const Both = () => {
    const [isThere, setThere] = useState(true);
    set = setThere;
    return (
      <>
        {isThere && <Part />}
        <Part />
      </>
    );
  };
  const root = show(
    <StrictMode>
      <Both />
    </StrictMode>,
  );
  const both = counted();
  flushSync(() => set(false));
  const one = counted();
  root.unmount();
  return [both, one, counted()];
}

/** Three components with a selector: of one value, of an object with a comparison, and of a new object each time. */
export function select() {
  const pairs = (snapshot) => ({ status: snapshot.status, name: snapshot.user?.name });
  const Selecting = ({ id, select, isEqual }) => (
    <p id={id}>{shown(id, JSON.stringify(useSession(select, isEqual)))}</p>
  );
  show(
    <>
      <Selecting id="picked" select={({ status }) => status} />
      <Selecting id="same" select={pairs} isEqual={(a, b) => a.status === b.status && a.name === b.name} />
      <Selecting id="inline" select={(snapshot) => pairs(snapshot)} />
    </>,
  );
}

/** An app in StrictMode that takes the page's session during rendering, and does not close it. */
export function strictApp() {
  const StrictApp = () => {
    const [session] = useState(() => platformSession.pageSession({ tabs: false }));
    return within(View, { session, conditions: { feature: "chat-history" } });
  };
  const root = createRoot(place());
  root.render(
    <StrictMode>
      <StrictApp />
    </StrictMode>,
  );
}

/** An app with an effect that closes the session in its clean-up, which StrictMode runs at once. */
export function closing() {
  const Closes = () => {
    useEffect(() => () => globalThis.session.close(), []);
    return (
      <Gate feature="chat-history" pending={<p id="gate">pending</p>} fallback={<p id="gate">fallback</p>} />
    );
  };
  createRoot(place()).render(<StrictMode>{within(Closes, { session: globalThis.session })}</StrictMode>);
}

/**
 * Renders 60 slow components with the same gate, in slices. Resolves between two slices, with the number of components in the page by then. The
 * global `torn` says whether a commit ever showed two different answers.
 */
export function tearing() {
  const midway = Promise.withResolvers();
  const Slow = ({ index }) => {
    if (index === 15) setTimeout(() => midway.resolve(document.querySelectorAll("#app i").length));
    const can = useCan({ feature: "chat-history" });
    const until = performance.now() + 4;
    while (performance.now() < until);
    return <i>{String(can)}</i>;
  };
  let setCount;
  const Many = () => {
    const [count, set] = useState(0);
    setCount = set;
    return Array.from({ length: count }, (_, index) => <Slow key={String(index)} index={index} />);
  };
  show(<Many />);
  globalThis.torn = false;
  new MutationObserver(() => {
    const answers = [...document.querySelectorAll("#app i")].map((each) => each.textContent);
    if (new Set(answers).size > 1) globalThis.torn = true;
  }).observe(place(), { childList: true, subtree: true, characterData: true });
  startTransition(() => setCount(60));
  return midway.promise;
}

/**
 * A page that React's `Activity` hides and shows: the global `toggle` changes between both, in a transition that leaves the children as they are. The
 * global `texts` lists the visible text after each change of the document.
 */
export function activity() {
  let setHidden;
  const Page = ({ children }) => {
    const [isHidden, set] = useState(false);
    setHidden = set;
    return <Activity mode={isHidden ? "hidden" : "visible"}>{children}</Activity>;
  };
  show(
    <Page>
      <Can conditions={{ feature: "chat-history" }} />
      <Reading feature="chat-history" />
      <Gate feature="chat-history" fallback={<p id="gate">closed</p>}>
        <p id="gate">content</p>
      </Gate>
    </Page>,
  );
  globalThis.toggle = () => startTransition(() => setHidden((isHidden) => !isHidden));
  globalThis.texts = [];
  new MutationObserver(() =>
    texts.push(
      [...document.querySelectorAll("#app p")]
        .filter((each) => each.checkVisibility())
        .map((each) => each.textContent)
        .join(),
    ),
  ).observe(place(), { attributes: true, childList: true, subtree: true, characterData: true });
}
