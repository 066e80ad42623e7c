// platform-session/vue: for Vue 3.4 and later.

import type {
  Feature,
  GateConditions,
  GateState,
  Identity,
  PermissionReading,
  Permissions,
  Session,
  SessionErrorCode,
  SessionEvents,
  SessionSnapshot,
} from "platform-session";
import type { Reauthentication, ReauthenticationRequest } from "platform-session/reauthentication";
import type { ComputedRef, InjectionKey, MaybeRef, MaybeRefOrGetter, Plugin, ShallowRef } from "vue";

/** Gives a session to an app: `app.use(sessionPlugin(pageSession()))`. The session outlives the app. */
export function sessionPlugin(session: Session): Plugin;

/** For giving a session to a part of an app (`provide(sessionKey, session)`), or for injecting it outside of `setup`. */
export const sessionKey: InjectionKey<Session>;

/**
 * The current snapshot: no value of a composable is older than `session.snapshot`, not even in listeners of the session or in watchers with
 * `flush: "sync"`. Only while Vue hydrates a component it is `session.initial`, which a server has rendered, and live before the next frame.
 * Throws, like every composable here, where no session is provided.
 */
export function useSession(): Readonly<ShallowRef<SessionSnapshot>>;

/** The session itself: `login`, `logout`, `fetch`, `sso`. */
export function useSessionClient(): Session;

/**
 * Whether all of the conditions hold; false while that is unknown. Conditions that change are given as a ref or a getter. A value of the
 * wrong type throws a `TypeError`; if conditions become wrong later, they deny, and the error is reported.
 */
export function useCan(conditions: MaybeRefOrGetter<GateConditions>): ComputedRef<boolean>;

/** "unknown", "granted" or "denied". A state is a string, and every string is true in a `v-if`: for that take `useCan`. */
export function useGateState(conditions: MaybeRefOrGetter<GateConditions>): ComputedRef<GateState>;

/** A gate's state and error at one moment. Frozen; the same object until something in it changes. */
export interface GateReading {
  /** "unknown", "granted" or "denied". */
  readonly state: GateState;
  /** Whether all of the conditions hold; false while that is unknown. */
  readonly granted: boolean;
  /** Why the role catalogue could not be read, if the gate is denied for that reason; else null. */
  readonly error: SessionErrorCode | null;
}

/**
 * A gate's state and error as one value: `gate.granted` in a template, `gate.value.granted` in a script. The conditions are given as to `useCan`.
 * It is one ref and not an object of three refs, because `v-if="gate.granted"` would always be true then.
 */
export function useGate(conditions: MaybeRefOrGetter<GateConditions>): ComputedRef<GateReading>;

/**
 * What the user may do, for menus and tables that are rendered from lists: `v-for` over `items.filter(({ feature }) => can(feature))`. Vue tracks
 * `can` and `state` where they are called: in a template, a computed or a watcher.
 */
export function usePermissions(): Pick<Permissions, "can" | "state"> & {
  readonly features: ComputedRef<Permissions["features"]>;
};

/** One feature: its state, and its limit. The same object until something in it changes. */
export function usePermission(feature: MaybeRefOrGetter<Feature>): ComputedRef<PermissionReading>;

/**
 * The current identity: it lasts until the user signs out or another user signs in. A subtree that must begin anew then
 * belongs into an `IdentityBoundary`.
 */
export function useIdentity(): ComputedRef<Identity>;

/**
 * Listens to an event of the session until the component, or the effect scope, ends; never on a server. Pass a listener that changes as a ref:
 * the newest one is called.
 */
export function useSessionEvent<Type extends keyof SessionEvents>(
  type: Type,
  listener: MaybeRef<(event: SessionEvents[Type]) => void>,
): void;

/**
 * The open request of `createReauthentication()`; `null` while there is none, on a server, and while Vue hydrates. Needs no
 * session around.
 */
export function useReauthentication(
  reauthentication: Reauthentication,
): ComputedRef<ReauthenticationRequest | null>;

/**
 * Shows its default slot where the conditions are granted, `#fallback` where they are denied, and `#pending` while that is unknown. The content of
 * the default slot begins anew for another user. A condition that is given as `undefined` denies, and so does an unknown attribute; `class`,
 * `style`, `id`, listeners, `data-…` and `aria-…` are ignored. While a `SignedIn` around it hides its content, it keeps what it shows, and a draft
 * in it.
 */
export const Gate: new () => {
  $props: GateConditions;
  $slots: { default?(): unknown; fallback?(): unknown; pending?(): unknown };
};

/**
 * Its content begins anew when the identity ends: at a sign-out here or in another tab, and when another user is found. Nothing that was typed,
 * loaded or computed for one user is left for the next. It is in a `<div>` with `display: contents`, which the package hides at the moment the
 * identity ends, also where Vue would show the last user's content for longer: in a component that is not hydrated yet (`hydrateOnVisible` and its
 * like, `<LazyX hydrate-on-visible>` in Nuxt, a slow async component), in an async `setup` that `<Suspense>` waits for, in the leave of a
 * `<Transition>`. Put it around those, not within them.
 *
 * `home`: this path replaces the page's address when the identity ends, before the children begin anew, so that the next user inherits neither path
 * nor query. Only the current entry of the browser's history changes: Back still loads an older address of the last user. It is for a router within
 * this component, which starts with the new address: `:home="base"`. Navigate a router outside of it by the
 * router's own API, at the event `identity-ended`.
 */
export const IdentityBoundary: new () => {
  $props: { home?: string | undefined };
  $slots: { default?(): unknown };
};

/**
 * For content that only a signed-in user may see: a page, a layout, a route. Shows its default slot while a user is signed in, `#fallback` while
 * no user is signed in (a sign-in form or a link to one), and `#pending` while nothing is known.
 *
 * Content that was shown stays mounted, hidden and inert, until the identity ends: after the session has ended, during `reauthenticate`, after a
 * return from the back/forward cache, and while the last answer is too old. `#fallback` or `#pending` shows beside it, and a `Gate` in it keeps
 * its content. So a draft survives until the same user signs in again. When the identity ends, the content is unmounted, so that no other user
 * sees it. It is in a `<div>` with `display: contents`, which the package hides at the moment the session changes, even if Vue has not hydrated it
 * yet or holds its update.
 *
 * Without `#fallback` and `#pending`, one `<sign-in-form sso mode="popup">` takes the place of both, if the page has defined it (`signInSession`,
 * `defineSignInForm`); else they are empty. The form says why no user is signed in, and lets the user sign in. A slot that is given, even empty, is
 * used as it is: with `#fallback` alone nothing shows while the state is unknown, and with `#pending` alone the form is the fallback.
 */
export const SignedIn: new () => {
  $slots: { default?(): unknown; fallback?(): unknown; pending?(): unknown };
};
