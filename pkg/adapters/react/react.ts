"use client";
// The session in React: each hook reads one store, by `useCurrent`. Who calls its listeners: of gates and readings
// `pkg/entry/feature-listeners.ts`, of `useSession` `pkg/entry/publisher.ts`, of `useIdentity` the event `identity-ended`.

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
/** Whether the `SignedIn` around shows its children: what a gate in it renders is held for as long as it does not. */
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
  /** What was picked when this was last shown. */
  const shown = useRef<{ value: unknown }>(null);
  const [now, initially] = useMemo(() => {
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
  // A gate does not tell of an error that leaves its state as it is.
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
  // Before any layout effect, which may have the session fire.
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

/** A `SignedIn`, for as long as one identity lasts. What was shown once stays, so that a draft in it does. */
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

/** Not while React hydrates: it fills itself. */
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
 * Where it is hidden, no user is, and a component in it may throw: then the content ends, and begins anew once its user is back. What is
 * shown throws as everywhere.
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
  // Of the attributes alone: as React hydrates it, what a server rendered may be hidden already.
  return createElement("div", { [by]: mark, hidden, suppressHydrationWarning: true }, children);
}

/** What is left of the props are the conditions: a key that is there, but `undefined`, is one. */
export function Gate({
  children = null,
  fallback = null,
  pending = null,
  ...conditions
}: GateConditions & SignedInParts): ReactElement {
  const now = useGateState(conditions);
  // Read with the gate: a listener of the page may have React render before the `SignedIn` is told.
  const isHeld = useStore(useContext(Around)) !== "granted";
  const [rendered, setRendered] = useState(now);
  if (!isHeld && rendered !== now) setRendered(now);
  const state = isHeld ? rendered : now;
  return (state === "granted" ? children : state === "denied" ? fallback : pending) as ReactElement;
}

/** A store that is made of the session. */
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
 * `useSyncExternalStore`, which does not listen while an `<Activity>` is hidden, and looks again only after React may have
 * painted what was shown before. So this looks whenever it is shown, before the browser paints.
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

/** On a server nothing is painted, and React 18 warns of a layout effect. */
const useBeforePaint = typeof window === "undefined" ? useEffect : useLayoutEffect;

const same = (snapshot: SessionSnapshot) => snapshot;
