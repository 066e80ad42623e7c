// The session in Vue: each composable is one store of the core's, by `useStore`.

import {
  camelize,
  Fragment,
  getCurrentInstance,
  h,
  onBeforeUpdate,
  onScopeDispose,
  shallowRef,
  toValue,
  unref,
} from "vue";
import { adapted } from "../shared/adapted.js";
import { IDENTITY_MARK, signedInState, USER_MARK } from "../shared/boundary.js";
import { warnWhenClosed } from "../shared/closed.js";
import { gateFor, readingFor } from "../shared/follow.js";
import { gateReadingFor } from "../shared/gate-reading.js";
import { goHome } from "../shared/go-home.js";
import { FORM, FORM_ATTRIBUTES } from "../shared/in-place.js";
import { listen } from "../shared/listen.js";
import { featuresIn, isUnknownIn, permissionsFrom } from "../shared/permissions.js";
import { sessionKey, useSessionClient, useStore } from "./store.js";

export { sessionKey, useSessionClient };

export const sessionPlugin = (session) => ({
  install(app) {
    if (!session?.gate) throw new TypeError("sessionPlugin needs a session: sessionPlugin(createSession()).");
    const [major, minor] = app.version.split(".").map(Number);
    if (major < 3 || (major === 3 && minor < 4))
      throw new Error("platform-session/vue needs Vue 3.4 or later.");
    app.provide(sessionKey, session);
    // On a server it would never be unmounted.
    if (isServer()) return;
    const stop = warnWhenClosed(session);
    const { unmount } = app;
    app.unmount = () => {
      stop();
      unmount();
    };
  },
});

export const useSession = () => usePart((snapshot) => snapshot);

export const useCan = (conditions) =>
  useStore(
    gateFor(() => toValue(conditions)),
    (gate) => gate.granted,
    (gate) => gate.initial === "granted",
  );

export const useGateState = (conditions) => useStore(gateFor(() => toValue(conditions)));

export const useGate = (conditions) => useStore(gateReadingFor(() => toValue(conditions)));

export function usePermissions() {
  const features = usePart(featuresIn);
  const isUnknown = usePart(isUnknownIn);
  const permissions = permissionsFrom(
    () => features.value,
    () => isUnknown.value,
  );
  return { ...permissions, features };
}

export const usePermission = (feature) => useStore(readingFor(() => toValue(feature)));

export const useIdentity = () =>
  useOwn(
    (session) => session.identity,
    (session) => adapted(session).initialIdentity,
  );

export const useReauthentication = (reauthentication) =>
  useStore(
    (source) => source,
    (source) => source.value,
    () => null,
    reauthentication,
  );

export function useSessionEvent(type, listener) {
  const session = useSessionClient();
  if (!isServer()) onScopeDispose(listen(session, type, (event) => unref(listener)(event)));
}

/** What an element is marked with: by a server with what hydration begins with. */
const useMark = () =>
  useOwn(
    ({ identity }) => (isServer() ? "initial" : String(identity.key)),
    () => "initial",
  );

/** What `select` picks of the snapshot. */
const usePart = (select) =>
  useOwn(
    ({ snapshot }) => select(snapshot),
    ({ initial }) => select(initial),
  );

const isServer = () => typeof window === "undefined";

/** A value of the session's own: the session is its store. */
const useOwn = (now, initially) => useStore((session) => session, now, initially);

/**
 * What the template gives is the conditions: a declared prop that is `undefined` looks as one that was not given, and `attrs` lacks what the
 * page has put on `Object.prototype` with the same value.
 */
export const Gate = {
  name: "Gate",
  inheritAttrs: false,
  setup(_, { slots }) {
    const instance = getCurrentInstance();
    const conditions = shallowRef(conditionsIn(instance));
    onBeforeUpdate(() => {
      conditions.value = conditionsIn(instance);
    });
    const state = useGateState(conditions);
    const identity = useIdentity();
    return () => slotOf(slots, state.value, identity.value);
  },
};

export const IdentityBoundary = {
  name: "IdentityBoundary",
  props: ["home"],
  setup(props, { slots }) {
    const identity = useIdentity();
    useSessionEvent("identity-ended", () => goHome(props.home));
    const mark = useMark();
    return () => h("div", { key: identity.value.key, [IDENTITY_MARK]: mark.value }, slots.default?.());
  },
};

export const SignedIn = {
  name: "SignedIn",
  setup(_, { slots }) {
    const identity = useIdentity();
    const mark = useMark();
    const state = usePart(signedInState);
    /** The key of the identity in which the content was shown: it stays for as long as that lasts. */
    let shown;
    let content;
    return () => {
      const { key } = identity.value;
      const hidden = state.value !== "granted";
      // What is hidden stays as it was: it may read the user, who is not there.
      if (!hidden) [shown, content] = [key, slots.default?.()];
      return [
        shown === key && h("div", { key, [USER_MARK]: mark.value, hidden, inert: hidden }, content),
        hidden && (isLeftOut(slots, state.value) ? h(FORM, FORM_ATTRIBUTES) : slotOf(slots, state.value)),
      ];
    };
  },
};

/** Whether the form stands there: in both places the same element, so that what was typed stays as one turns into the other. */
const isLeftOut = (slots, state) => !slots.fallback && !slots[SLOTS[state]];

/**
 * The slot for a state, which begins anew with another state and, where it is granted, with another identity. Without a key Vue would make
 * the elements of one slot into those of the next; and what it has not hydrated yet it would leave as a server rendered it for the last user.
 */
const slotOf = (slots, state, identity) =>
  h(Fragment, { key: state === "granted" ? identity.key : state }, slots[SLOTS[state]]?.() ?? []);

const SLOTS = { granted: "default", denied: "fallback", unknown: "pending" };

/** What falls through from a component around is no condition. */
const OTHERS = /^(?:key|ref(?:_.*)?|class|style|id|on[A-Z].*|(?:data|aria)-.*)$/;

const conditionsIn = ({ vnode }) =>
  Object.fromEntries(
    Object.entries(vnode.props ?? {})
      .filter(([name]) => !OTHERS.test(name))
      .map(([name, value]) => [camelize(name), value]),
  );
