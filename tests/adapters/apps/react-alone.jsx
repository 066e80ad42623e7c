// What React alone can do to a listener, or to what is within a component of the adapter.
import { StrictMode, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { SessionProvider, SignedIn, useSession, useSessionEvent } from "../../../pkg/dist/react.js";

const show = (app) => {
  const root = createRoot(document.querySelector("#app"));
  flushSync(() => root.render(<SessionProvider session={globalThis.session}>{app}</SessionProvider>));
  return root;
};

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

/** Layout effects that have the session fire, in a child and in the component that listens: what the listener of which rendering hears. */
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

/** Two components with one function for a listener, in StrictMode; then without the first. How often it is called each time. */
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
