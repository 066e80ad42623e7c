// The session in Svelte 5, as values that runes follow.

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
  type Given,
  gateFor,
  identityOf,
  partOf,
  readingFor,
  type Store,
  snapshotsOf,
} from "../shared/follow.js";
import { gateReadingFor } from "../shared/gate-reading.js";
import { listen } from "../shared/listen.js";
import { featuresIn, isUnknownIn, permissionsFrom } from "../shared/permissions.js";
import type { GateReading } from "./index.js";
import { isOnServer, type Provided, provide } from "./provided.js";

/** For this package's components. */
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

export const useSession = (): Current<SessionSnapshot> => followOne(snapshotsOf);

export function useCan(conditions: Given<GateConditions>): Current<boolean> {
  const state = useGateState(conditions);
  return {
    get current() {
      return state.current === "granted";
    },
  };
}

export const useGateState = (conditions: Given<GateConditions>): Current<GateState> =>
  follow(gateFor(conditions));

export const useGate = (conditions: Given<GateConditions>): Current<GateReading> =>
  follow(gateReadingFor(conditions));

export function usePermissions(): Pick<Permissions, "can" | "state" | "features"> {
  const features = followOne(partOf(featuresIn));
  const isUnknown = followOne(partOf(isUnknownIn));
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

export const usePermission = (feature: Given<Feature>): Current<PermissionReading> =>
  follow(readingFor(feature));

export const useIdentity = (): Current<Identity> => followOne(identityOf);

export function useReauthentication(
  reauthentication: Reauthentication,
): Current<ReauthenticationRequest | null> {
  const request = fromStore(reauthentication);
  return followOne(() => ({
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
export const useSignedIn = (): Current<GateState> => followOne(signedInOf);

const AROUND = Symbol();

/** For this package's components: called around the children of a `SignedIn`, so that gates among them know its state. */
export const keepGates = (): void => void setContext(AROUND, useSignedIn());

/** For this package's components: the state that a gate renders, which stays as it was while a `SignedIn` around hides the gate. */
export function useShownGate(conditions: Given<GateConditions>): Current<GateState> {
  const gate = useGateState(conditions);
  const around = getContext<Current<GateState> | undefined>(AROUND);
  let shown: GateState | undefined;
  return {
    get current() {
      // Both values are read each time, so that both are followed.
      const now = gate.current;
      const isShown = !around || around.current === "granted";
      if (isShown || !shown) shown = now;
      return shown;
    },
  };
}

/**
 * For this package's components: the mark of the identity that is shown as the component is created (`pkg/entry/marks.ts`). It stays that
 * identity's: a component that a transition or a request keeps on the page must not get the mark of the next one.
 */
export function useMark(): Current<string> {
  const { key } = useIdentity().current;
  const initial = "initial";
  const value = isOnServer() ? initial : String(key);
  return followOne(() => ({ value, initial, subscribe: silent }));
}

/** The `subscribe` of a value that does not change. */
const silent = () => () => {};

function followOne<Value>(sourceOf: (session: Session) => Store<Value>): Current<Value> {
  const source = sourceOf(useSessionClient());
  return follow(() => source);
}

/** The value of the store that `open` gives, which may be another store after a change that runes follow. */
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
