// The adapter for Vue. Each composable reads one store of the session, by `useStore`.

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
  type Component,
  type ComponentInternalInstance,
  type ComputedRef,
  camelize,
  Fragment,
  getCurrentInstance,
  h,
  type InjectionKey,
  inject,
  type MaybeRef,
  type MaybeRefOrGetter,
  onBeforeUpdate,
  onScopeDispose,
  type Plugin,
  provide,
  type SetupContext,
  type ShallowRef,
  type Slots,
  shallowRef,
  toValue,
  unref,
  type VNode,
} from "vue";
import { adapted } from "../shared/adapted.js";
import { IDENTITY_MARK, signedInState, USER_MARK } from "../shared/boundary.js";
import { warnWhenClosed } from "../shared/closed.js";
import { gateFor, readingFor } from "../shared/follow.js";
import { gateReadingFor } from "../shared/gate-reading.js";
import { goHome } from "../shared/go-home.js";
import { FORM, FORM_ATTRIBUTES, isForm } from "../shared/in-place.js";
import { listen } from "../shared/listen.js";
import { featuresIn, isUnknownIn, permissionsFrom } from "../shared/permissions.js";
import type * as Declared from "./index.js";
import type { GateReading } from "./index.js";
import { sessionKey, useSessionClient, useStore } from "./store.js";

export { sessionKey, useSessionClient };

export const sessionPlugin = (session: Session): Plugin => ({
  install(app) {
    if (!session?.gate) throw new TypeError("sessionPlugin needs a session: sessionPlugin(createSession()).");
    const [major, minor] = app.version.split(".").map(Number) as [number, number];
    if (major < 3 || (major === 3 && minor < 4))
      throw new Error("platform-session/vue needs Vue 3.4 or later.");
    app.provide(sessionKey, session);
    // No watch on a server: an application is never unmounted there, so the watch would never end.
    if (isServer()) return;
    const stop = warnWhenClosed(session);
    const { unmount } = app;
    app.unmount = () => {
      stop();
      unmount();
    };
  },
});

export const useSession = (): Readonly<ShallowRef<SessionSnapshot>> => usePart((snapshot) => snapshot);

export const useCan = (conditions: MaybeRefOrGetter<GateConditions>): ComputedRef<boolean> =>
  useStore(
    gateFor(() => toValue(conditions)),
    (gate) => gate.granted,
    (gate) => gate.initial === "granted",
  );

export const useGateState = (conditions: MaybeRefOrGetter<GateConditions>): ComputedRef<GateState> =>
  useStore(gateFor(() => toValue(conditions)));

export const useGate = (conditions: MaybeRefOrGetter<GateConditions>): ComputedRef<GateReading> =>
  useStore(gateReadingFor(() => toValue(conditions)));

export function usePermissions(): Pick<Permissions, "can" | "state"> & {
  readonly features: ComputedRef<Permissions["features"]>;
} {
  const features = usePart(featuresIn);
  const isUnknown = usePart(isUnknownIn);
  const permissions = permissionsFrom(
    () => features.value,
    () => isUnknown.value,
  );
  return { ...permissions, features };
}

export const usePermission = (feature: MaybeRefOrGetter<Feature>): ComputedRef<PermissionReading> =>
  useStore(readingFor(() => toValue(feature)));

export const useIdentity = (): ComputedRef<Identity> =>
  useSessionValue(
    (session) => session.identity,
    (session) => adapted(session).initialIdentity,
  );

export const useReauthentication = (
  reauthentication: Reauthentication,
): ComputedRef<ReauthenticationRequest | null> =>
  useStore(
    (source: Reauthentication) => source,
    (source) => source.value,
    () => null,
    reauthentication,
  );

export function useSessionEvent<Type extends keyof SessionEvents>(
  type: Type,
  listener: MaybeRef<(event: SessionEvents[Type]) => void>,
): void {
  const session = useSessionClient();
  if (!isServer()) onScopeDispose(listen(session, type, (event) => unref(listener)(event)));
}

/** Returns the value of an element's mark: the key of the identity; on a server the text with which hydration begins. */
const useMark = () =>
  useSessionValue(
    ({ identity }) => (isServer() ? "initial" : String(identity.key)),
    () => "initial",
  );

/** Returns the part of the snapshot that `select` picks. */
const usePart = <Part>(select: (snapshot: SessionSnapshot) => Part) =>
  useSessionValue(
    ({ snapshot }) => select(snapshot),
    ({ initial }) => select(initial),
  );

const isServer = () => typeof window === "undefined";

/** Returns a value that is read from the session itself, without a store of its own. */
const useSessionValue = <Value>(now: (session: Session) => Value, initially: (session: Session) => Value) =>
  useStore((session: Session) => session, now, initially);

// Vue makes components of the objects below. `index.d.ts` declares their types for templates.

/**
 * The conditions are the attributes that the template gives. They are read from the virtual node: for a declared prop, `undefined` could not be
 * told from a prop that is not given, and `attrs` lacks an attribute that the page has put on `Object.prototype` with the same value.
 */
export const Gate = {
  name: "Gate",
  inheritAttrs: false,
  setup(_: unknown, { slots }: SetupContext) {
    const instance = getCurrentInstance() as ComponentInternalInstance;
    const conditions = shallowRef(conditionsIn(instance));
    onBeforeUpdate(() => {
      conditions.value = conditionsIn(instance);
    });
    const state = useGateState(conditions);
    const identity = useIdentity();
    const stateAround = inject(SIGNED_IN_STATE, undefined);
    let content: VNode | undefined;
    return () => {
      // While a `SignedIn` hides this gate, its nodes are kept and not rendered again: the slot may read the user, who is `null` then.
      if (!content || !stateAround || stateAround.value === "granted")
        content = slotOf(slots, state.value, identity.value);
      return content;
    };
  },
} satisfies Component as object as typeof Declared.Gate;

export const IdentityBoundary = {
  name: "IdentityBoundary",
  props: ["home"],
  setup(props: { home?: string }, { slots }: SetupContext) {
    const identity = useIdentity();
    useSessionEvent("identity-ended", () => goHome(props.home));
    const mark = useMark();
    return () => h("div", { key: identity.value.key, [IDENTITY_MARK]: mark.value }, slots.default?.());
  },
} satisfies Component as object as typeof Declared.IdentityBoundary;

export const SignedIn = {
  name: "SignedIn",
  setup(_: unknown, { slots }: SetupContext) {
    const identity = useIdentity();
    const mark = useMark();
    const state = usePart(signedInState);
    /** The key of the identity to which the content was shown. The content stays until that identity ends. */
    let shownKey: number | undefined;
    let content: VNode[] | undefined;
    return () => {
      const { key } = identity.value;
      const hidden = state.value !== "granted";
      // Hidden content is not rendered again: the slot may read the user, who is `null` then.
      if (!hidden) [shownKey, content] = [key, slots.default?.()];
      return [
        shownKey === key &&
          h(KeptContent, { key, [USER_MARK]: mark.value, hidden, inert: hidden }, { default: () => content }),
        hidden &&
          (isForm(state.value === "unknown", slots.fallback, slots.pending)
            ? h(FORM, FORM_ATTRIBUTES)
            : slotOf(slots, state.value)),
      ];
    };
  },
} satisfies Component as object as typeof Declared.SignedIn;

/** The injection key of the state of the `SignedIn` around a component; it shows its content while the state is "granted". */
const SIGNED_IN_STATE: InjectionKey<ComputedRef<GateState>> = Symbol();

/** The content of a `SignedIn`. It provides the state only to this content, not to the slots that show in its place. */
const KeptContent = {
  setup(_: unknown, { slots }: SetupContext) {
    provide(SIGNED_IN_STATE, usePart(signedInState));
    return () => h("div", slots.default?.());
  },
};

/**
 * Renders the slot for a state. The key makes Vue create the content anew for another state and, if granted, for another identity. Without it, Vue
 * would reuse elements of one slot for another, and would leave content that is not hydrated as a server rendered it for the last user.
 */
const slotOf = (slots: Slots, state: GateState, identity?: Identity) =>
  h(
    Fragment,
    { key: state === "granted" ? (identity as Identity).key : state },
    slots[SLOTS[state]]?.() ?? [],
  );

const SLOTS: Record<GateState, string> = { granted: "default", denied: "fallback", unknown: "pending" };

/** Matches attributes that are no conditions: a component around may pass them on. */
const NO_CONDITION = /^(?:key|ref(?:_.*)?|class|style|id|on[A-Z].*|(?:data|aria)-.*)$/;

const conditionsIn = ({ vnode }: ComponentInternalInstance): GateConditions =>
  Object.fromEntries(
    Object.entries(vnode.props ?? {})
      .filter(([name]) => !NO_CONDITION.test(name))
      .map(([name, value]) => [camelize(name), value]),
  );
