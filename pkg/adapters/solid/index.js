// The session in Solid: each accessor is one store of the core's, read by a memo.

import {
  createComponent,
  createComputed,
  createContext,
  createMemo,
  createSignal,
  onCleanup,
  onMount,
  sharedConfig,
  splitProps,
  untrack,
  useContext,
} from "solid-js";
import { warnWhenClosed } from "../shared/closed.js";
import { gateFor, identityOf, readingFor } from "../shared/follow.js";

const Provided = createContext(/** @type {import("platform-session").Session | undefined} */ (undefined));

export function SessionProvider(props) {
  onMount(() => onCleanup(warnWhenClosed(props.session)));
  return createComponent(Provided.Provider, {
    get value() {
      return props.session;
    },
    get children() {
      return props.children;
    },
  });
}

export function useSessionClient() {
  const session = useContext(Provided);
  if (!session)
    throw new Error("platform-session/solid: no session. Render this within <SessionProvider session={…}>.");
  return session;
}

export const useSession = () =>
  useStore(
    (session) => session,
    (session) => session.snapshot,
    (session) => session.initial,
  );

export const useCan = (conditions) =>
  useStore(
    gateFor(conditions),
    (gate) => gate.granted,
    (gate) => gate.initial === "granted",
  );

export const useGateState = (conditions) => useStore(gateFor(conditions));

export const usePermission = (feature) => useStore(readingFor(feature));

export const useIdentity = () => useStore((session, before) => before ?? identityOf(session));

/** What is left of the props are the conditions: a key that is there, but `undefined`, is one. */
export function Gate(props) {
  const [slots, conditions] = splitProps(props, ["children", "fallback", "pending"]);
  const state = useGateState(() => ({ ...conditions }));
  return createMemo(() => slots[SLOTS[state()]]);
}

const SLOTS = { granted: "children", denied: "fallback", unknown: "pending" };

/** The store that `open` gives, another one as soon as what it reads asks for another. */
function useStore(open, now = (store) => store.value, initially = (store) => store.initial) {
  const session = useSessionClient();
  const store = createMemo((before) => open(session, before));
  // Set on a server, and while what it rendered is hydrated.
  const [isLive, setLive] = createSignal(!sharedConfig.context);
  if (!isLive()) onMount(() => setLive(true));
  const [track, trigger] = createSignal(undefined, { equals: false });
  /** Somebody has read what has not been passed on yet. */
  let isAhead = false;
  // Solid goes on where `open` threw, without a store: what it said is what the error boundary shows.
  createComputed(() => {
    const update = () => {
      isAhead = false;
      trigger();
    };
    if (store()) onCleanup(store().subscribe(update));
  });
  const read = () => store() && (isLive() ? now : initially)(store());
  const memo = createMemo(
    () => {
      track();
      return read();
    },
    undefined,
    { equals: (before, value) => before === value && !isAhead },
  );
  // Listeners are told one after another: who reads in between gets what is published, and not what was.
  return () => {
    const before = memo();
    const value = untrack(read);
    if (value !== before) {
      isAhead = true;
      // Another change may take it back before this store passes any on.
      queueMicrotask(() => {
        if (isAhead) trigger();
        isAhead = false;
      });
    }
    return value;
  };
}
