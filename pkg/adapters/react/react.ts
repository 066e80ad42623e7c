"use client";
// The session in React: each hook reads one store, by `useCurrent`. The listeners of gates and readings are called by
// `pkg/entry/feature-listeners.ts`, those of the session and of its identity by `pkg/entry/publisher.ts`.

import type {
  Feature,
  GateConditions,
  GateState,
  Identity,
  PermissionReading,
  Permissions,
  Session,
  SessionEvents,
  SessionSnapshot,
} from "platform-session";
import type { Reauthentication, ReauthenticationRequest } from "platform-session/reauthentication";
import {
  Component,
  createContext,
  createElement,
  Fragment,
  type ReactElement,
  type ReactNode,
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
import { ALWAYS_SHOWN, IDENTITY_MARK, markOf, signedInOf, USER_MARK } from "../shared/boundary.js";
import { warnWhenClosed } from "../shared/closed.js";
import { identityOf, type Store } from "../shared/follow.js";
import { gateReading } from "../shared/gate-reading.js";
import { goHome } from "../shared/go-home.js";
import { FORM, FORM_ATTRIBUTES, isForm } from "../shared/in-place.js";
import { listen } from "../shared/listen.js";
import { featuresIn, isUnknownIn, permissionsFrom } from "../shared/permissions.js";
import type { GateReading } from "./index.js";

const Provided = createContext<Session | null>(null);
/** A store with the state of the `SignedIn` around. While that does not show its children, a gate in it goes on rendering what it rendered before. */
const Around = createContext(ALWAYS_SHOWN);

export function SessionProvider({
  session,
  children,
}: {
  session: Session;
  children?: ReactNode;
}): ReactElement {
  if (!useSyncExternalStore) throw new Error("platform-session/react needs React 18 or later.");
  useEffect(() => warnWhenClosed(session), [session]);
  return createElement(Provided.Provider, { value: session }, children);
}

export function useSessionClient(): Session {
  const session = useContext(Provided);
  if (!session)
    throw new Error("platform-session/react: no session. Render this within <SessionProvider session={…}>.");
  return session;
}

export function useSession(): SessionSnapshot;
export function useSession<T>(select: (snapshot: SessionSnapshot) => T, isEqual?: (a: T, b: T) => boolean): T;
export function useSession(
  select: (snapshot: SessionSnapshot) => unknown = same,
  isEqual: (a: unknown, b: unknown) => boolean = Object.is,
): unknown {
  const session = useSessionClient();
  /** The value that React rendered last: a new one that is equal to it is not a change. */
  const shown = useRef<{ value: unknown }>(null);
  const [now, initially] = useMemo(() => {
    /** Returns a function that selects from a snapshot, once for each, and returns the same value for as long as the next ones are equal. */
    const keeper = () => {
      let seen: SessionSnapshot | undefined;
      let picked = shown.current;
      return (snapshot: SessionSnapshot) => {
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

export function useCan(conditions: GateConditions): boolean {
  const gate = useSessionClient().gate(conditions);
  return useCurrent(
    gate.subscribe,
    () => gate.granted,
    () => gate.initial === "granted",
  );
}

export const useGateState = (conditions: GateConditions): GateState =>
  useStore(useSessionClient().gate(conditions));

export function useGate(conditions: GateConditions): GateReading {
  const session = useSessionClient();
  const gate = session.gate(conditions);
  const state = useStore(gate);
  const publications = useMemo(() => identityOf(session), [session]);
  // A gate does not call its listeners for an error that leaves its state as it is; the session does.
  const error = useCurrent(
    publications.subscribe,
    () => gate.error,
    () => null,
  );
  return useMemo(() => gateReading(state, error), [state, error]);
}

export function usePermissions(): Pick<Permissions, "can" | "state" | "features"> {
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

export const usePermission = (feature: Feature): PermissionReading =>
  useStore(useSessionClient().permissions.reading(feature));

export const useIdentity = (): Identity => useStoreOf(identityOf);

export const useReauthentication = (reauthentication: Reauthentication): ReauthenticationRequest | null =>
  useCurrent(
    reauthentication.subscribe,
    () => reauthentication.value,
    () => null,
  );

export function useSessionEvent<Type extends keyof SessionEvents>(
  type: Type,
  listener: (event: SessionEvents[Type]) => void,
): void {
  const session = useSessionClient();
  const newest = useRef(listener);
  // Set before any layout effect runs: that may make the session dispatch the event.
  useInsertionEffect(() => {
    newest.current = listener;
  });
  useBeforePaint(() => listen(session, type, (event) => newest.current(event)), [session, type]);
}

interface BoundaryParts {
  home?: string | undefined;
  children?: ReactNode;
}

interface BoundaryProps extends BoundaryParts {
  session?: Session | undefined;
}

export function IdentityBoundary({ session, ...parts }: BoundaryProps): ReactElement {
  const content = createElement(OfOneIdentity, parts);
  return session ? createElement(SessionProvider, { session }, content) : content;
}

function OfOneIdentity({ home, children }: BoundaryParts) {
  useSessionEvent("identity-ended", () => goHome(home));
  return createElement(Marked, { key: useIdentity().key, by: IDENTITY_MARK, children });
}

interface SignedInParts {
  children?: ReactNode;
  fallback?: ReactNode;
  pending?: ReactNode;
}

export const SignedIn = (props: SignedInParts): ReactElement =>
  createElement(OfOneUser, { key: useIdentity().key, ...props });

/** A `SignedIn` for as long as one identity lasts. Children that were shown stay mounted, hidden, so that a draft in them stays. */
function OfOneUser({ children, fallback, pending }: SignedInParts) {
  const form = useForm();
  const store = useOpened(signedInOf);
  const state = useStore(store);
  const isGranted = state === "granted";
  const isUnknown = state === "unknown";
  const [wasShown, setShown] = useState(isGranted);
  if (isGranted && !wasShown) setShown(true);
  const content = { hidden: !isGranted, end: () => setShown(false), children };
  return createElement(
    Fragment,
    null,
    (isGranted || wasShown) &&
      createElement(
        Marked,
        { by: USER_MARK, hidden: !isGranted },
        createElement(Around.Provider, { value: store }, createElement(Hideable, content)),
      ),
    !isGranted && (isForm(isUnknown, fallback, pending) ? form : isUnknown ? pending : fallback),
  );
}

/** Returns the form, but nothing while React hydrates: the form's element makes its own children, which React does not expect. */
const useForm = () =>
  useCurrent(
    () => () => {},
    () => IN_PLACE,
    () => null,
  );

const IN_PLACE = /* @__PURE__ */ createElement(FORM, FORM_ATTRIBUTES);

interface Thrown {
  error: { thrown: unknown } | null;
}

interface HideableProps {
  hidden: boolean;
  end: () => void;
  children?: ReactNode;
}

/**
 * The children of a `SignedIn`. While they are hidden no user is there, and a component among them may throw: then the children end, and
 * begin anew once their user is back. While they are shown, an error is thrown on, as everywhere.
 */
class Hideable extends Component<HideableProps, Thrown> {
  override state: Thrown = { error: null };
  static getDerivedStateFromError = (error: unknown) => ({ error: { thrown: error } });

  override componentDidCatch() {
    this.props.end();
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    if (!this.props.hidden) throw error.thrown;
    return null;
  }
}

interface MarkedProps {
  by: string;
  hidden?: boolean;
  children?: ReactNode;
}

/** An element that the package hides in the step in which the identity ends: React may hold its update, or not have hydrated it. */
function Marked({ by, hidden, children }: MarkedProps) {
  const mark = useStoreOf(markOf);
  // `suppressHydrationWarning` is for the attributes alone: as React hydrates the element, it may be hidden already.
  return createElement("div", { [by]: mark, hidden, suppressHydrationWarning: true }, children);
}

/** The props that are left are the conditions: a key that is there, but `undefined`, is one. */
export function Gate({
  children = null,
  fallback = null,
  pending = null,
  ...conditions
}: GateConditions & SignedInParts): ReactElement {
  const now = useGateState(conditions);
  // Read as the gate renders: a listener of the page may make React render before the `SignedIn` around has rendered.
  const isHeld = useStore(useContext(Around)) !== "granted";
  const [rendered, setRendered] = useState(now);
  if (!isHeld && rendered !== now) setRendered(now);
  const state = isHeld ? rendered : now;
  return (state === "granted" ? children : state === "denied" ? fallback : pending) as ReactElement;
}

/** The store that `open` makes of the session. */
function useOpened<Value>(open: (session: Session) => Store<Value>): Store<Value> {
  const session = useSessionClient();
  return useMemo(() => open(session), [session, open]);
}

const useStoreOf = <Value>(open: (session: Session) => Store<Value>): Value => useStore(useOpened(open));

/** As long as a component holds a store, the session returns that same object for the same conditions: React does not subscribe anew. */
const useStore = <Value>(store: Store<Value>): Value =>
  useCurrent(
    store.subscribe,
    () => store.value,
    () => store.initial,
  );

/**
 * The current value, by `useSyncExternalStore`. That does not listen while an `<Activity>` is hidden, and when it is shown again looks only
 * after the browser may have painted the old value. So this looks whenever it is shown, before the browser paints.
 */
function useCurrent<Value>(
  subscribe: (listener: () => void) => () => void,
  now: () => Value,
  initially: () => Value,
): Value {
  const value = useSyncExternalStore(subscribe, now, initially);
  const [, renderAgain] = useReducer(() => ({}), null);
  useBeforePaint(() => {
    if (!Object.is(now(), value)) renderAgain();
  });
  return value;
}

/** A layout effect, but an effect on a server: nothing is painted there, and React 18 warns of a layout effect. */
const useBeforePaint = typeof window === "undefined" ? useEffect : useLayoutEffect;

const same = (snapshot: SessionSnapshot) => snapshot;
