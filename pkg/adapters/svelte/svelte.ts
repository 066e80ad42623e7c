// The adapter for Svelte 5: the session's values as objects with a `current`, which runes track.

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
import { getContext, onMount, setContext } from "svelte";
import * as reactivity from "svelte/reactivity";
import { fromStore } from "svelte/store";
import { signedInOf } from "../shared/boundary.js";
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
import { listen } from "../shared/listen.js";
import { featuresIn, isUnknownIn, permissionsFrom } from "../shared/permissions.js";
import type { GateReading } from "./index.js";
import { isOnServer, type Provided, provide } from "./provided.js";

// For this package's components.
export { goHome } from "../shared/go-home.js";
export { isForm } from "../shared/in-place.js";
// These components are shipped as source: the tools of the application compile them.
export { default as Gate } from "./Gate.svelte";
export { default as IdentityBoundary } from "./IdentityBoundary.svelte";
export { default as SignedIn } from "./SignedIn.svelte";

const KEY = Symbol("platform-session");

export function setSession(session: Session): void {
  if (!session?.gate) throw new TypeError("setSession needs a session: setSession(createSession()).");
  if (!reactivity.createSubscriber) throw new Error("platform-session/svelte needs Svelte 5.7 or later.");
  setContext(KEY, provide(session));
}

export const useSessionClient = (): Session => provided().session;

interface Current<Value> {
  readonly current: Value;
}

export const useSession = (): Current<SessionSnapshot> => followConstant(snapshotsOf);

export function useCan(conditions: ValueOrGetter<GateConditions>): Current<boolean> {
  const state = useGateState(conditions);
  return {
    get current() {
      return state.current === "granted";
    },
  };
}

export const useGateState = (conditions: ValueOrGetter<GateConditions>): Current<GateState> =>
  follow(gateFor(conditions));

export const useGate = (conditions: ValueOrGetter<GateConditions>): Current<GateReading> =>
  follow(gateReadingFor(conditions));

export function usePermissions(): Pick<Permissions, "can" | "state" | "features"> {
  const features = followConstant(partOf(featuresIn));
  const isUnknown = followConstant(partOf(isUnknownIn));
  const permissions = permissionsFrom(
    () => features.current,
    () => isUnknown.current,
  );
  return {
    ...permissions,
    get features() {
      return features.current;
    },
  };
}

export const usePermission = (feature: ValueOrGetter<Feature>): Current<PermissionReading> =>
  follow(readingFor(feature));

export const useIdentity = (): Current<Identity> => followConstant(identityOf);

export function useReauthentication(
  reauthentication: Reauthentication,
): Current<ReauthenticationRequest | null> {
  const request = fromStore(reauthentication);
  return followConstant(() => ({
    get value() {
      return request.current;
    },
    initial: null,
    subscribe: silent,
  }));
}

export function useSessionEvent<Type extends keyof SessionEvents>(
  type: Type,
  listener: (event: SessionEvents[Type]) => void,
): void {
  const session = useSessionClient();
  onMount(() => listen(session, type, listener));
}

/** For this package's components: whether a user is signed in. */
export const useSignedIn = (): Current<GateState> => followConstant(signedInOf);

/** The key of the context with the state of the `SignedIn` around a component. */
const SIGNED_IN_STATE = Symbol();

/** For this package's components: called around the children of a `SignedIn`, so that gates among them know its state. */
export const keepGates = (): void => void setContext(SIGNED_IN_STATE, useSignedIn());

/** For this package's components: the state that a gate renders. While a `SignedIn` around it hides the gate, the state is kept. */
export function useShownGate(conditions: ValueOrGetter<GateConditions>): Current<GateState> {
  const gate = useGateState(conditions);
  const stateAround = getContext<Current<GateState> | undefined>(SIGNED_IN_STATE);
  let shown: GateState | undefined;
  return {
    get current() {
      // Both values are read each time, so that runes track both.
      const now = gate.current;
      const isShown = !stateAround || stateAround.current === "granted";
      if (isShown || !shown) shown = now;
      return shown;
    },
  };
}

/**
 * For this package's components: the mark (`pkg/entry/marks.ts`) of the identity in which the component is created. It does not change with the
 * identity: a component that a transition or a request keeps on the page must stay hidden.
 */
export function useMark(): Current<string> {
  const { key } = useIdentity().current;
  const initial = "initial";
  const value = isOnServer() ? initial : String(key);
  return followConstant(() => ({ value, initial, subscribe: silent }));
}

/** The `subscribe` of a value that does not change. */
const silent = () => () => {};

function followConstant<Value>(sourceOf: (session: Session) => Store<Value>): Current<Value> {
  const source = sourceOf(useSessionClient());
  return follow(() => source);
}

/** Returns the value of the store that `open` returns. `open` is called at each read of `current`, with the store that it returned last. */
function follow<Opened extends Store<unknown>>(
  open: (session: Session, before: Opened | undefined) => Opened,
): Current<Opened["value"]> {
  const { session, follow } = provided();
  let source: Opened | undefined;
  let read: () => Opened["value"];
  return {
    get current() {
      const opened = open(session, source);
      if (opened !== source) {
        source = opened;
        read = follow(opened);
      }
      return read();
    },
  };
}

function provided(): Provided {
  const found = getContext<Provided | undefined>(KEY);
  if (!found)
    throw new Error(
      "platform-session/svelte: no session. Call setSession(session) in a component around this one, such as the root layout.",
    );
  return found;
}
