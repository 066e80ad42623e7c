// The adapter for Solid. Each accessor reads one store of the session, by `useStore`.

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
  type Accessor,
  createComponent,
  createContext,
  createMemo,
  type JSX,
  mergeProps,
  onCleanup,
  onMount,
  splitProps,
  useContext,
} from "solid-js";
import { Dynamic, isServer } from "solid-js/web";
import { IDENTITY_MARK, markOf, signedInOf, USER_MARK } from "../shared/boundary.js";
import { warnWhenClosed } from "../shared/closed.js";
import {
  gateFor,
  identityOf,
  partOf,
  readingFor,
  type Store,
  snapshotsOf,
  type ValueOrGetter,
} from "../shared/follow.js";
import { gateReadingFor } from "../shared/gate-reading.js";
import { goHome } from "../shared/go-home.js";
import { FORM, isForm } from "../shared/in-place.js";
import { listen } from "../shared/listen.js";
import { featuresIn, isUnknownIn, permissionsFrom } from "../shared/permissions.js";
import type { GateReading } from "./index.js";
import { Provided, useSessionClient, useStore } from "./store.js";

export { useSessionClient };

export function SessionProvider(props: { session: Session; children?: JSX.Element }): JSX.Element {
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

export const useSession = (): Accessor<SessionSnapshot> => useSessionStore(snapshotsOf);

export const useCan = (conditions: ValueOrGetter<GateConditions>): Accessor<boolean> =>
  useStore(
    gateFor(conditions),
    (gate) => gate.granted,
    (gate) => gate.initial === "granted",
  );

export const useGateState = (conditions: ValueOrGetter<GateConditions>): Accessor<GateState> =>
  useStore(gateFor(conditions));

export const useGate = (conditions: ValueOrGetter<GateConditions>): Accessor<GateReading> =>
  useStore(gateReadingFor(conditions));

export function usePermissions(): Pick<Permissions, "can" | "state"> & {
  readonly features: Accessor<Permissions["features"]>;
} {
  const features = useSessionStore(partOf(featuresIn));
  return { ...permissionsFrom(features, useSessionStore(partOf(isUnknownIn))), features };
}

export const usePermission = (feature: ValueOrGetter<Feature>): Accessor<PermissionReading> =>
  useStore(readingFor(feature));

export const useIdentity = (): Accessor<Identity> => useSessionStore(identityOf);

export const useReauthentication = (
  reauthentication: Reauthentication,
): Accessor<ReauthenticationRequest | null> =>
  useStore(
    (source: Reauthentication) => source,
    (source) => source.value,
    () => null,
    reauthentication,
  );

export function useSessionEvent<Type extends keyof SessionEvents>(
  type: Type,
  listener: (event: SessionEvents[Type]) => void,
): void {
  const session = useSessionClient();
  if (!isServer) onCleanup(listen(session, type, listener));
}

/** Returns an accessor of a store without conditions: it is opened once for each session. */
const useSessionStore = <Value>(storeOf: (session: Session) => Store<Value>): Accessor<Value> =>
  useStore((session, before: Store<Value> | undefined) => before ?? storeOf(session));

// The casts `as object as JSX.Element` below: Solid renders functions, but its types do not accept them as elements.

interface Parts {
  children?: JSX.Element;
  fallback?: JSX.Element;
  pending?: JSX.Element;
}

/** All props but the three parts are conditions, also a key with the value `undefined`. */
export function Gate(props: GateConditions & Parts): JSX.Element {
  const [slots, conditions] = splitProps(props, ["children", "fallback", "pending"]);
  const state = useGateState(() => ({ ...conditions }));
  const identity = useIdentity();
  const signedInState = useContext(SignedInState);
  // A granted gate is represented by its identity, so that another identity creates the children anew. Under a hidden `SignedIn` it is kept.
  const shown = createMemo<Identity | ClosedState>((before) => {
    const now = state() === "granted" ? identity() : (state() as ClosedState);
    return before && signedInState() !== "granted" ? before : now;
  });
  return createMemo(() => {
    const current = shown();
    return slots[typeof current === "object" ? "children" : SLOTS[current]];
  }) as object as JSX.Element;
}

/** The state of the `SignedIn` around a component; that `SignedIn` shows its children while the state is "granted". */
const SignedInState = createContext((): GateState => "granted");

type ClosedState = Exclude<GateState, "granted">;

const SLOTS = { denied: "fallback", unknown: "pending" } as const;

interface BoundaryParts {
  home?: string | undefined;
  children?: JSX.Element;
}

interface BoundaryProps extends BoundaryParts {
  session?: Session | undefined;
}

export function IdentityBoundary(props: BoundaryProps): JSX.Element {
  const { session } = props;
  const content = () => createComponent(IdentityContent, props);
  if (!session) return content();
  return createComponent(SessionProvider, {
    session,
    get children() {
      return content();
    },
  });
}

function IdentityContent(props: BoundaryParts): JSX.Element {
  const identity = useIdentity();
  const mark = useSessionStore(markOf);
  useSessionEvent("identity-ended", () => goHome(props.home));
  return createMemo(() => {
    identity();
    return element(props, {
      get [IDENTITY_MARK]() {
        return mark();
      },
    });
  }) as object as JSX.Element;
}

export function SignedIn(props: Parts): JSX.Element {
  const state = useSessionStore(signedInOf);
  const identity = useIdentity();
  const mark = useSessionStore(markOf);
  const hidden = () => state() !== "granted" || undefined;
  const content = createMemo(() => {
    identity();
    // Children that were shown once stay until the identity ends.
    const wasShown = createMemo((before) => before || !hidden());
    return createMemo(
      () =>
        wasShown() &&
        createComponent(SignedInState.Provider, {
          value: state,
          get children() {
            return element(props, {
              get [USER_MARK]() {
                return mark();
              },
              get hidden() {
                return hidden();
              },
              get inert() {
                return hidden();
              },
            });
          },
        }),
    );
  });
  // `in` does not read the prop, which would create its elements. The result stands for the part in `isForm`.
  const given = (part: SlotName) => part in props || undefined;
  const replacement = createMemo(
    () =>
      hidden() &&
      (isForm(state() === "unknown", given("fallback"), given("pending"))
        ? FORM
        : SLOTS[state() as ClosedState]),
  );
  return [
    content,
    createMemo(() =>
      replacement() === FORM ? createComponent(Dynamic, IN_PLACE) : props[replacement() as SlotName],
    ),
  ] as object as JSX.Element;
}

type SlotName = (typeof SLOTS)[ClosedState];

/** The props of the sign-in form. `attr:` makes Solid set attributes instead of properties. */
const IN_PLACE = { component: FORM, "attr:sso": "", "attr:mode": "popup" };

/** Returns a `div` with these attributes, which works on a server and in a page without Solid's compiler. */
const element = (props: { children?: JSX.Element }, attributes: object) =>
  createComponent(
    Dynamic,
    mergeProps(attributes, {
      component: "div",
      get children() {
        return props.children;
      },
    }),
  );
