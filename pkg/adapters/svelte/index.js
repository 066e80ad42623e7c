// Svelte 5: what a session says, as values that runes follow.

import { getContext, onMount, setContext } from "svelte";
import * as reactivity from "svelte/reactivity";
import { warnWhenClosed } from "../shared/closed.js";
import {
  beginsLive,
  firstOf,
  gateFor,
  identityOf,
  listen,
  noteShown,
  readingFor,
  snapshotsOf,
} from "../shared/follow.js";

// Shipped as source: the tools of whoever uses it compile it.
export { default as Gate } from "./Gate.svelte";

const KEY = Symbol("platform-session");

/** @type {typeof import("./index.d.ts").setSession} */
export function setSession(session) {
  if (!session?.gate) throw new TypeError("setSession needs a session: setSession(createSession()).");
  if (!reactivity.createSubscriber) throw new Error("platform-session/svelte needs Svelte 5.7 or later.");
  let isLive = beginsLive(session);
  let update = () => {};
  const untilMounted = reactivity.createSubscriber((notify) => {
    update = notify;
  });
  onMount(() => {
    noteShown(session);
    isLive = true;
    update();
    return warnWhenClosed(session);
  });
  setContext(KEY, {
    session,
    isLive() {
      if (!isLive) untilMounted();
      return isLive;
    },
  });
}

/** @type {typeof import("./index.d.ts").useSessionClient} */
export const useSessionClient = () => provided().session;

/** @type {typeof import("./index.d.ts").useSession} */
export function useSession() {
  const source = snapshotsOf(useSessionClient());
  return follow(() => source);
}

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

/** @type {typeof import("./index.d.ts").usePermission} */
export const usePermission = (feature) => follow(readingFor(feature));

/** @type {typeof import("./index.d.ts").useIdentity} */
export function useIdentity() {
  const source = identityOf(useSessionClient());
  return follow(() => source);
}

/** The value of what `open` gives, which may be another after a change that runes follow. */
function follow(open) {
  const { session, isLive } = provided();
  let source;
  let subscribe;
  return {
    get current() {
      const opened = open(session, source);
      if (opened !== source) {
        source = opened;
        subscribe = reactivity.createSubscriber((update) => listen(opened, update));
      }
      subscribe();
      return isLive() ? source.value : firstOf(session, source);
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
