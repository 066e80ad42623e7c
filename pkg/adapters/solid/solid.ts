// The session in Solid: each accessor reads one store of the session, by `useStore`.

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
  type Given,
  gateFor,
  identityOf,
  partOf,
  readingFor,
  type Store,
  snapshotsOf,
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

export const useSession = (): Accessor<SessionSnapshot> => useOne(snapshotsOf);

export const useCan = (conditions: Given<GateConditions>): Accessor<boolean> =>
  useStore(
    gateFor(conditions),
    (gate) => gate.granted,
    (gate) => gate.initial === "granted",
  );

export const useGateState = (conditions: Given<GateConditions>): Accessor<GateState> =>
  useStore(gateFor(conditions));

export const useGate = (conditions: Given<GateConditions>): Accessor<GateReading> =>
  useStore(gateReadingFor(conditions));

export function usePermissions(): Pick<Permissions, "can" | "state"> & {
  readonly features: Accessor<Permissions["features"]>;
} {
  const features = useOne(partOf(featuresIn));
  return { ...permissionsFrom(features, useOne(partOf(isUnknownIn))), features };
}

export const usePermission = (feature: Given<Feature>): Accessor<PermissionReading> =>
  useStore(readingFor(feature));

export const useIdentity = (): Accessor<Identity> => useOne(identityOf);

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

/** An accessor of a store that does not depend on what is asked: each session has one of them. */
const useOne = <Value>(storeOf: (session: Session) => Store<Value>): Accessor<Value> =>
  useStore((session, before: Store<Value> | undefined) => before ?? storeOf(session));

// Below, `as object as JSX.Element`: Solid renders functions, which its types do not count as elements.

interface Parts {
  children?: JSX.Element;
  fallback?: JSX.Element;
  pending?: JSX.Element;
}

/** The props that are left are the conditions: a key that is there, but `undefined`, is one. */
export function Gate(props: GateConditions & Parts): JSX.Element {
  const [slots, conditions] = splitProps(props, ["children", "fallback", "pending"]);
  const state = useGateState(() => ({ ...conditions }));
  const identity = useIdentity();
  const around = useContext(Around);
  // Another identity gets other children, even where the old ones are not hydrated yet. A gate that a `SignedIn` hides stays as it was.
  const shown = createMemo<Identity | Closed>((before) => {
    const now = state() === "granted" ? identity() : (state() as Closed);
    return before && around() !== "granted" ? before : now;
  });
  return createMemo(() => {
    const is = shown();
    return slots[typeof is === "object" ? "children" : SLOTS[is]];
  }) as object as JSX.Element;
}

/** The state of the `SignedIn` around, which shows its children while that is "granted". */
const Around = createContext((): GateState => "granted");

type Closed = Exclude<GateState, "granted">;

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
  const content = () => createComponent(OfOneIdentity, props);
  if (!session) return content();
  return createComponent(SessionProvider, {
    session,
    get children() {
      return content();
    },
  });
}

function OfOneIdentity(props: BoundaryParts): JSX.Element {
  const identity = useIdentity();
  const mark = useOne(markOf);
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
  const state = useOne(signedInOf);
  const identity = useIdentity();
  const mark = useOne(markOf);
  const hidden = () => state() !== "granted" || undefined;
  const content = createMemo(() => {
    identity();
    // Children that were shown stay for as long as the identity lasts.
    const isShown = createMemo((was) => was || !hidden());
    return createMemo(
      () =>
        isShown() &&
        createComponent(Around.Provider, {
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
  // Only asks whether the part is there: to read it would make its elements.
  const given = (part: Instead) => part in props || undefined;
  const instead = createMemo(
    () =>
      hidden() &&
      (isForm(state() === "unknown", given("fallback"), given("pending")) ? FORM : SLOTS[state() as Closed]),
  );
  return [
    content,
    createMemo(() => (instead() === FORM ? createComponent(Dynamic, IN_PLACE) : props[instead() as Instead])),
  ] as object as JSX.Element;
}

type Instead = (typeof SLOTS)[Closed];

/** The form, with attributes: without `attr:` Solid would set properties. */
const IN_PLACE = { component: FORM, "attr:sso": "", "attr:mode": "popup" };

/** A `div` with these attributes, made without Solid's compiler, for a server and for a page. */
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
