// Svelte 5: what a session says, as values that runes follow.

import { getContext, onMount, setContext } from "svelte";
import * as reactivity from "svelte/reactivity";
import { fromStore } from "svelte/store";
import { signedInOf } from "../shared/boundary.js";
import { gateFor, identityOf, partOf, readingFor, snapshotsOf } from "../shared/follow.js";
import { gateReadingFor } from "../shared/gate-reading.js";
import { listen } from "../shared/listen.js";
import { featuresIn, isUnknownIn, permissionsFrom } from "../shared/permissions.js";
import { isOnServer, provide } from "./provided.js";

/** For this package's components. */
export { goHome } from "../shared/go-home.js";
// Shipped as source: the tools of the application compile them.
export { default as Gate } from "./Gate.svelte";
export { default as IdentityBoundary } from "./IdentityBoundary.svelte";
export { default as SignedIn } from "./SignedIn.svelte";

const KEY = Symbol("platform-session");

/** @type {typeof import("./index.d.ts").setSession} */
export function setSession(session) {
  if (!session?.gate) throw new TypeError("setSession needs a session: setSession(createSession()).");
  if (!reactivity.createSubscriber) throw new Error("platform-session/svelte needs Svelte 5.7 or later.");
  setContext(KEY, provide(session));
}

/** @type {typeof import("./index.d.ts").useSessionClient} */
export const useSessionClient = () => provided().session;

/** @type {typeof import("./index.d.ts").useSession} */
export const useSession = () => followOne(snapshotsOf);

/** @type {typeof import("./index.d.ts").useCan} */
export function useCan(conditions) {
  const state = useGateState(conditions);
  return {
    get current() {
      return state.current === "granted";
    },
  };
}

/** @type {typeof import("./index.d.ts").useGateState} */
export const useGateState = (conditions) => follow(gateFor(conditions));

/** @type {typeof import("./index.d.ts").useGate} */
export const useGate = (conditions) => follow(gateReadingFor(conditions));

/** @type {typeof import("./index.d.ts").usePermissions} */
export function usePermissions() {
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

/** @type {typeof import("./index.d.ts").usePermission} */
export const usePermission = (feature) => follow(readingFor(feature));

/** @type {typeof import("./index.d.ts").useIdentity} */
export const useIdentity = () => followOne(identityOf);

/** @type {typeof import("./index.d.ts").useReauthentication} */
export function useReauthentication(reauthentication) {
  const request = fromStore(reauthentication);
  return followOne(() => ({
    get value() {
      return request.current;
    },
    initial: null,
    subscribe: silent,
  }));
}

/** @type {typeof import("./index.d.ts").useSessionEvent} */
export function useSessionEvent(type, listener) {
  const session = useSessionClient();
  onMount(() => listen(session, type, listener));
}

/** For this package's components: whether a user is signed in. */
export const useSignedIn = () => followOne(signedInOf);

/**
 * For this package's components: the mark of the identity that is shown as the component is created (`pkg/entry/marks.ts`). It stays that
 * identity's: a component that a transition or a request keeps on the page must not get the mark of the next one.
 */
export function useMark() {
  const { key } = useIdentity().current;
  const initial = "initial";
  const value = isOnServer() ? initial : String(key);
  return followOne(() => ({ value, initial, subscribe: silent }));
}

/** Of what the session tells nothing. */
const silent = () => () => {};

function followOne(sourceOf) {
  const source = sourceOf(useSessionClient());
  return follow(() => source);
}

/** The value of what `open` gives, which may be another after a change that runes follow. */
function follow(open) {
  const { session, follow } = provided();
  let source;
  let read;
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

function provided() {
  const found = getContext(KEY);
  if (!found)
    throw new Error(
      "platform-session/svelte: no session. Call setSession(session) in a component around this one, such as the root layout.",
    );
  return found;
}
