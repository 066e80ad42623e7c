"use client";
// The session in React: each hook reads stores of the session, by `useCurrent`. Those of gates and readings are in `pkg/entry`: `gate.ts` and
// `permissions.ts` make them, and `feature-listeners.ts` calls their listeners; `publisher.ts` calls those of the session and of its identity.

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
/** A store with the state of the `SignedIn` around a component. Unless that state is "granted", gates keep the content that they have. */
const SignedInState = createContext(ALWAYS_SHOWN);

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
  select: (snapshot: SessionSnapshot) => unknown = wholeSnapshot,
  isEqual: (a: unknown, b: unknown) => boolean = Object.is,
): unknown {
  const session = useSessionClient();
  /** The value that React rendered last. A new value that is equal to it is not a change. */
  const rendered = useRef<{ value: unknown }>(null);
  const [now, initially] = useMemo(() => {
    /** Returns a function like `select` that keeps its result for the same snapshot, and as long as later results are equal to it. */
    const memoizeSelect = () => {
      let lastSnapshot: SessionSnapshot | undefined;
      let picked = rendered.current;
      return (snapshot: SessionSnapshot) => {
        if (snapshot !== lastSnapshot) {
          const value = select(snapshot);
          if (!picked || !isEqual(picked.value, value)) picked = { value };
          lastSnapshot = snapshot;
        }
        return picked?.value;
      };
    };
    const [selectNow, selectInitial] = [memoizeSelect(), memoizeSelect()];
    return [() => selectNow(session.snapshot), () => selectInitial(session.initial)];
  }, [session, select, isEqual]);
  const value = useCurrent(session.subscribe, now, initially);
  useEffect(() => {
    rendered.current = { value };
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
  // A gate calls its listeners only when its state changes; a change of its error alone comes with a publication of the session.
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
  // An insertion effect runs before all layout effects, one of which may make the session dispatch the event.
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
  const content = createElement(IdentityContent, parts);
  return session ? createElement(SessionProvider, { session }, content) : content;
}

/** The children of an `IdentityBoundary`, with the identity's key: React makes them anew for another identity. */
function IdentityContent({ home, children }: BoundaryParts) {
  useSessionEvent("identity-ended", () => goHome(home));
  return createElement(Marked, { key: useIdentity().key, by: IDENTITY_MARK, children });
}

interface SignedInParts {
  children?: ReactNode;
  fallback?: ReactNode;
  pending?: ReactNode;
}

export const SignedIn = (props: SignedInParts): ReactElement =>
  createElement(SignedInContent, { key: useIdentity().key, ...props });

/** A `SignedIn` during one identity. Children that were shown stay mounted, hidden while no user is signed in, so that a draft survives. */
function SignedInContent({ children, fallback, pending }: SignedInParts) {
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
        createElement(SignedInState.Provider, { value: store }, createElement(Hideable, content)),
      ),
    !isGranted && (isForm(isUnknown, fallback, pending) ? form : isUnknown ? pending : fallback),
  );
}

/** Returns the sign-in form; `null` while React hydrates, because the form's element makes children that React does not expect. */
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
 * The children of a `SignedIn`. While they are hidden, a component may throw because the user is `null`: then they are unmounted, and mounted
 * anew once a user is signed in. While they are shown, an error is thrown on to the page's own error boundaries.
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

/** An element that the package hides at the moment the identity ends, because React may update or hydrate it only later. `by`: the attribute. */
function Marked({ by, hidden, children }: MarkedProps) {
  const mark = useStoreOf(markOf);
  // `suppressHydrationWarning`: the package may have hidden the element before React hydrates it.
  return createElement("div", { [by]: mark, hidden, suppressHydrationWarning: true }, children);
}

/** All props but the three parts are conditions, also a key with the value `undefined`. */
export function Gate({
  children = null,
  fallback = null,
  pending = null,
  ...conditions
}: GateConditions & SignedInParts): ReactElement {
  const now = useGateState(conditions);
  // Read from the store and not passed by the `SignedIn`: a listener of the page may make React render this gate before the `SignedIn`.
  const isKept = useStore(useContext(SignedInState)) !== "granted";
  const [rendered, setRendered] = useState(now);
  if (!isKept && rendered !== now) setRendered(now);
  const state = isKept ? rendered : now;
  return (state === "granted" ? children : state === "denied" ? fallback : pending) as ReactElement;
}

/** Returns the store that `open` makes of the session. */
function useOpened<Value>(open: (session: Session) => Store<Value>): Store<Value> {
  const session = useSessionClient();
  return useMemo(() => open(session), [session, open]);
}

const useStoreOf = <Value>(open: (session: Session) => Store<Value>): Value => useStore(useOpened(open));

/** Returns the value of a store. A session returns the same store for the same conditions while a component holds it, so React stays subscribed. */
const useStore = <Value>(store: Store<Value>): Value =>
  useCurrent(
    store.subscribe,
    () => store.value,
    () => store.initial,
  );

/**
 * Returns the current value, by `useSyncExternalStore`. That hook does not listen within a hidden `<Activity>`; when the `<Activity>` is shown, the
 * browser may paint the old value first. So a layout effect compares the values before the browser paints.
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

/** A layout effect; on a server a plain effect, because React 18 warns of a layout effect there. */
const useBeforePaint = typeof window === "undefined" ? useEffect : useLayoutEffect;

const wholeSnapshot = (snapshot: SessionSnapshot) => snapshot;
