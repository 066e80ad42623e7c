// platform-session/vue: for Vue 3.4 and later.

import type {
  Feature,
  GateConditions,
  GateState,
  Identity,
  PermissionReading,
  Session,
  SessionSnapshot,
} from "platform-session";
import type { ComputedRef, InjectionKey, MaybeRefOrGetter, Plugin, ShallowRef } from "vue";

/** Gives a session to an app: `app.use(sessionPlugin(pageSession()))`. The session outlives the app. */
export function sessionPlugin(session: Session): Plugin;

/** To give a session to a part of an app (`provide(sessionKey, session)`), or to read it where there is no `setup`. */
export const sessionKey: InjectionKey<Session>;

/**
 * The snapshot of this moment. While Vue hydrates it is `session.initial`, which is what a server rendered; after
 * mounting it is live. Throws, like every composable here, where there is no session.
 */
export function useSession(): Readonly<ShallowRef<SessionSnapshot>>;

/** The session itself: `login`, `logout`, `fetch`, `sso`. */
export function useSessionClient(): Session;

/**
 * Whether all of the conditions hold; false while that is unknown. Conditions that change are given as a ref or a getter. The
 * wrong type in them is a `TypeError`; conditions that become so later deny, and the error is reported.
 */
export function useCan(conditions: MaybeRefOrGetter<GateConditions>): ComputedRef<boolean>;

/** "unknown", "granted" or "denied". A state is a string, and every string is true in a `v-if`: for that take `useCan`. */
export function useGateState(conditions: MaybeRefOrGetter<GateConditions>): ComputedRef<GateState>;

/** One feature: its state, and its limit. The same object until something in it changes. */
export function usePermission(feature: MaybeRefOrGetter<Feature>): ComputedRef<PermissionReading>;

/** Whom the page is about. With its `key` as Vue's `:key`, what is within begins anew for another person: nothing that was typed is left. */
export function useIdentity(): ComputedRef<Identity>;

/**
 * Shows its default slot where the conditions are granted, `#fallback` where they are denied, and `#pending` while that is
 * unknown. A condition that is given as `undefined` denies, and so does any other attribute but `class`, `style`, `id`,
 * listeners, `data-…` and `aria-…`, which are left alone.
 */
export const Gate: new () => {
  $props: GateConditions;
  $slots: { default?(): unknown; fallback?(): unknown; pending?(): unknown };
};
