"use client";
// The session in React: each hook reads one store, by `useCurrent`. Who calls its listeners: of gates and readings
// `pkg/entry/feature-listeners.ts`, of `useSession` `pkg/entry/publisher.ts`, of `useIdentity` the event `identity-ended`.

import {
  Component,
  createContext,
  createElement,
  Fragment,
  useContext,
  useEffect,
  useInsertionEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { IDENTITY_MARK, markOf, signedInOf, USER_MARK } from "../shared/boundary.js";
import { warnWhenClosed } from "../shared/closed.js";
import { identityOf } from "../shared/follow.js";
import { gateReading } from "../shared/gate-reading.js";
import { goHome } from "../shared/go-home.js";
import { FORM, FORM_ATTRIBUTES } from "../shared/in-place.js";
import { listen } from "../shared/listen.js";
import { featuresIn, isUnknownIn, permissionsFrom } from "../shared/permissions.js";

/** @typedef {import("platform-session").Session} Session */

const Provided = createContext(/** @type {Session | null} */ (null));

/** @type {typeof import("./index.d.ts").SessionProvider} */
export function SessionProvider({ session, children }) {
  if (!useSyncExternalStore) throw new Error("platform-session/react needs React 18 or later.");
  useEffect(() => warnWhenClosed(session), [session]);
  return createElement(Provided.Provider, { value: session }, children);
}

/** @type {typeof import("./index.d.ts").useSessionClient} */
export function useSessionClient() {
  const session = useContext(Provided);
  if (!session)
    throw new Error("platform-session/react: no session. Render this within <SessionProvider session={…}>.");
  return session;
}

/** @type {typeof import("./index.d.ts").useSession} */
export function useSession(select = same, isEqual = Object.is) {
  const session = useSessionClient();
  /** What was picked when this was last shown. @type {{ current: { value: unknown } | null }} */
  const shown = useRef(null);
  const [now, initially] = useMemo(() => {
    const keeper = () => {
      let seen;
      let picked = shown.current;
      return (snapshot) => {
        if (snapshot !== seen) {
          const value = select(snapshot);
          if (!picked || !isEqual(picked.value, value)) picked = { value };
          seen = snapshot;
        }
        return picked?.value;
      };
    };
    const [ofNow, ofInitial] = [keeper(), keeper()];
    return [() => ofNow(session.snapshot), () => ofInitial(session.initial)];
  }, [session, select, isEqual]);
  const value = useCurrent(session.subscribe, now, initially);
  useEffect(() => {
    shown.current = { value };
  }, [value]);
  return value;
}

/** @type {typeof import("./index.d.ts").useCan} */
export function useCan(conditions) {
  const gate = useSessionClient().gate(conditions);
  return useCurrent(
    gate.subscribe,
    () => gate.granted,
    () => gate.initial === "granted",
  );
}

/** @type {typeof import("./index.d.ts").useGateState} */
export const useGateState = (conditions) => useStore(useSessionClient().gate(conditions));

/** @type {typeof import("./index.d.ts").useGate} */
export function useGate(conditions) {
  const session = useSessionClient();
  const gate = session.gate(conditions);
  const state = useStore(gate);
  const publications = useMemo(() => identityOf(session), [session]);
  // A gate does not tell of an error that leaves its state as it is.
  const error = useCurrent(
    publications.subscribe,
    () => gate.error,
    () => null,
  );
  return useMemo(() => gateReading(state, error), [state, error]);
}

/** @type {typeof import("./index.d.ts").usePermissions} */
export function usePermissions() {
  const features = useSession(featuresIn);
  const isUnknown = useSession(isUnknownIn);
  return useMemo(
    () =>
      Object.freeze({
        ...permissionsFrom(
          () => features,
          () => isUnknown,
        ),
        features,
      }),
    [features, isUnknown],
  );
}

/** @type {typeof import("./index.d.ts").usePermission} */
export const usePermission = (feature) => useStore(useSessionClient().permissions.reading(feature));

/** @type {typeof import("./index.d.ts").useIdentity} */
export const useIdentity = () => useStoreOf(identityOf);

/** @type {typeof import("./index.d.ts").useReauthentication} */
export const useReauthentication = (reauthentication) =>
  useCurrent(
    reauthentication.subscribe,
    () => reauthentication.value,
    () => null,
  );

/** @type {typeof import("./index.d.ts").useSessionEvent} */
export function useSessionEvent(type, listener) {
  const session = useSessionClient();
  const newest = useRef(listener);
  // Before any layout effect, which may have the session fire.
  useInsertionEffect(() => {
    newest.current = listener;
  });
  useBeforePaint(() => listen(session, type, (event) => newest.current(event)), [session, type]);
}

/** @type {typeof import("./index.d.ts").IdentityBoundary} */
export function IdentityBoundary({ home, children }) {
  useSessionEvent("identity-ended", () => goHome(home));
  return createElement(Marked, { key: useIdentity().key, by: IDENTITY_MARK, children });
}

/** @type {typeof import("./index.d.ts").SignedIn} */
export const SignedIn = (props) => createElement(OfOneUser, { key: useIdentity().key, ...props });

/** A `SignedIn`, for as long as one identity lasts. What was shown once stays, so that a draft in it does. */
function OfOneUser({ children, ...parts }) {
  const form = useForm();
  const { fallback = form, pending = fallback === form ? form : null } = parts;
  const state = useStoreOf(signedInOf);
  const isGranted = state === "granted";
  const [wasShown, setShown] = useState(isGranted);
  if (isGranted && !wasShown) setShown(true);
  const content = { hidden: !isGranted, end: () => setShown(false), children };
  return createElement(
    Fragment,
    null,
    (isGranted || wasShown) &&
      createElement(Marked, { by: USER_MARK, hidden: !isGranted }, createElement(Hideable, content)),
    !isGranted && (state === "denied" ? fallback : pending),
  );
}

/** The form in both places, so that what was typed stays as one turns into the other. Not while React hydrates: it fills itself. */
const useForm = () =>
  useCurrent(
    () => () => {},
    () => IN_PLACE,
    () => null,
  );

const IN_PLACE = /* @__PURE__ */ createElement(FORM, FORM_ATTRIBUTES);

/**
 * Where it is hidden, no user is, and a component in it may throw: then the content ends, and begins anew once its user is back. What is
 * shown throws as everywhere.
 */
class Hideable extends Component {
  state = { error: null };
  static getDerivedStateFromError = (error) => ({ error: { thrown: error } });

  componentDidCatch() {
    this.props.end();
  }

  render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    if (!this.props.hidden) throw error.thrown;
    return null;
  }
}

/** An element that the package hides in the step in which the identity ends: React may hold its update, or not have hydrated it. */
function Marked({ by, hidden, children }) {
  const mark = useStoreOf(markOf);
  // Of the attributes alone: as React hydrates it, what a server rendered may be hidden already.
  return createElement("div", { [by]: mark, hidden, suppressHydrationWarning: true }, children);
}

/** What is left of the props are the conditions: a key that is there, but `undefined`, is one. */
/** @type {typeof import("./index.d.ts").Gate} */
export function Gate({ children = null, fallback = null, pending = null, ...conditions }) {
  const state = useGateState(conditions);
  return state === "granted" ? children : state === "denied" ? fallback : pending;
}

/** A store that is made of the session. */
function useStoreOf(open) {
  const session = useSessionClient();
  return useStore(useMemo(() => open(session), [session, open]));
}

/** As long as a component holds a store, the session returns that same object for the same conditions: React does not subscribe anew. */
const useStore = (store) =>
  useCurrent(
    store.subscribe,
    () => store.value,
    () => store.initial,
  );

/**
 * `useSyncExternalStore`, which does not listen while an `<Activity>` is hidden, and looks again only after React may have
 * painted what was shown before. So this looks whenever it is shown, before the browser paints.
 */
function useCurrent(subscribe, now, initially) {
  const value = useSyncExternalStore(subscribe, now, initially);
  const [, renderAgain] = useReducer(() => ({}), null);
  useBeforePaint(() => {
    if (!Object.is(now(), value)) renderAgain();
  });
  return value;
}

/** On a server nothing is painted, and React 18 warns of a layout effect. */
const useBeforePaint = typeof window === "undefined" ? useEffect : useLayoutEffect;

const same = (snapshot) => snapshot;
