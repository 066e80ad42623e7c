// The session in Solid: each accessor is one store of the core's, by `useStore`.

import { createComponent, createMemo, mergeProps, onCleanup, onMount, splitProps } from "solid-js";
import { Dynamic, isServer } from "solid-js/web";
import { IDENTITY_MARK, markOf, signedInOf, USER_MARK } from "../shared/boundary.js";
import { warnWhenClosed } from "../shared/closed.js";
import { gateFor, identityOf, partOf, readingFor, snapshotsOf } from "../shared/follow.js";
import { gateReadingFor } from "../shared/gate-reading.js";
import { goHome } from "../shared/go-home.js";
import { FORM } from "../shared/in-place.js";
import { listen } from "../shared/listen.js";
import { featuresIn, isUnknownIn, permissionsFrom } from "../shared/permissions.js";
import { Provided, useSessionClient, useStore } from "./store.js";

export { useSessionClient };

export function SessionProvider(props) {
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

export const useSession = () => useOne(snapshotsOf);

export const useCan = (conditions) =>
  useStore(
    gateFor(conditions),
    (gate) => gate.granted,
    (gate) => gate.initial === "granted",
  );

export const useGateState = (conditions) => useStore(gateFor(conditions));

export const useGate = (conditions) => useStore(gateReadingFor(conditions));

export function usePermissions() {
  const features = useOne(partOf(featuresIn));
  return { ...permissionsFrom(features, useOne(partOf(isUnknownIn))), features };
}

export const usePermission = (feature) => useStore(readingFor(feature));

export const useIdentity = () => useOne(identityOf);

export const useReauthentication = (reauthentication) =>
  useStore(
    (source) => source,
    (source) => source.value,
    () => null,
    reauthentication,
  );

export function useSessionEvent(type, listener) {
  const session = useSessionClient();
  if (!isServer) onCleanup(listen(session, type, listener));
}

/** The one store of its kind that a session has. */
const useOne = (storeOf) => useStore((session, before) => before ?? storeOf(session));

/** What is left of the props are the conditions: a key that is there, but `undefined`, is one. */
export function Gate(props) {
  const [slots, conditions] = splitProps(props, ["children", "fallback", "pending"]);
  const state = useGateState(() => ({ ...conditions }));
  const identity = useIdentity();
  // Another identity has other children, also of what is not hydrated yet.
  const shown = createMemo(() => (state() === "granted" ? identity() : state()));
  return createMemo(() => {
    const is = shown();
    return slots[typeof is === "object" ? "children" : SLOTS[is]];
  });
}

const SLOTS = { denied: "fallback", unknown: "pending" };

export function IdentityBoundary(props) {
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
  });
}

export function SignedIn(props) {
  const state = useOne(signedInOf);
  const identity = useIdentity();
  const mark = useOne(markOf);
  const hidden = () => state() !== "granted" || undefined;
  const content = createMemo(() => {
    identity();
    // What was shown stays for as long as the identity lasts.
    const isShown = createMemo((was) => was || !hidden());
    return createMemo(
      () =>
        isShown() &&
        element(props, {
          get [USER_MARK]() {
            return mark();
          },
          get hidden() {
            return hidden();
          },
          get inert() {
            return hidden();
          },
        }),
    );
  });
  // By whether they are there: to read them would make them.
  const isLeftOut = (part) => !(part in props);
  // In both places the form is one element, so that what was typed stays as one turns into the other.
  const instead = createMemo(() => {
    if (!hidden()) return;
    const part = SLOTS[state()];
    return isLeftOut("fallback") && isLeftOut(part) ? FORM : part;
  });
  return [
    content,
    createMemo(() => (instead() === FORM ? createComponent(Dynamic, IN_PLACE) : props[instead()])),
  ];
}

/** Solid would set properties. */
const IN_PLACE = { component: FORM, "attr:sso": "", "attr:mode": "popup" };

/** Without the compiler, on a server and in a page. */
const element = (props, attributes) =>
  createComponent(
    Dynamic,
    mergeProps(attributes, {
      component: "div",
      get children() {
        return props.children;
      },
    }),
  );
