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
  const [told, tell] = createSignal(undefined, { equals: false });
  /** Somebody has read what is not told yet. */
  let isAhead = false;
  // Solid goes on where `open` threw, without a store: what it said is what the error boundary shows.
  createComputed(() => {
    const hear = () => {
      isAhead = false;
      tell();
    };
    if (store()) onCleanup(store().subscribe(hear));
  });
  const read = () => store() && (isLive() ? now : initially)(store());
  const kept = createMemo(
    () => {
      told();
      return read();
    },
    undefined,
    { equals: (before, value) => before === value && !isAhead },
  );
  // Listeners are told one after another: who reads in between gets what is published, and not what was.
  return () => {
    const before = kept();
    const value = untrack(read);
    if (value !== before) {
      isAhead = true;
      // Another change may take it back before this store is told of any.
      queueMicrotask(() => {
        if (isAhead) tell();
        isAhead = false;
      });
    }
    return value;
  };
}
