// platform-session/solid: for Solid 1.9.

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
import type { Accessor, JSX } from "solid-js";

/**
 * Gives a session to the components within: `pageSession()`, called in a module of the browser; where a server renders too,
 * `pageSession({ initial })` in a component. The provider does not close the session. A new `session` is taken only when the provider is created
 * anew.
 */
export function SessionProvider(props: { session: Session; children?: JSX.Element }): JSX.Element;

/**
 * The current snapshot: no accessor of this module returns a value that is older than `session.snapshot`, not even in listeners of the session or
 * within transitions. Only while Solid hydrates a component it is `session.initial`, which a server has rendered, and live before the next frame.
 * Throws, like every function here, outside of a `SessionProvider`.
 */
export function useSession(): Accessor<SessionSnapshot>;

/** The session itself: `login`, `logout`, `fetch`, `sso`. */
export function useSessionClient(): Session;

/**
 * Whether all of the conditions hold; false while that is unknown. Conditions that change are given as an accessor. A value of the
 * wrong type throws a `TypeError`; if conditions become wrong later, they deny, and the error is reported.
 */
export function useCan(conditions: GateConditions | Accessor<GateConditions>): Accessor<boolean>;

/** "unknown", "granted" or "denied". A state is a string, and every string is true in a `when`: for that take `useCan`. */
export function useGateState(conditions: GateConditions | Accessor<GateConditions>): Accessor<GateState>;

/** A gate's state and error at one moment. Frozen; the same object until something in it changes. */
export interface GateReading {
  /** "unknown", "granted" or "denied". */
  readonly state: GateState;
  /** Whether all of the conditions hold; false while that is unknown. */
  readonly granted: boolean;
  /** Why the role catalogue could not be read, if the gate is denied for that reason; else null. */
  readonly error: SessionErrorCode | null;
}

/** A gate's state and error as one value: `gate().granted`. The conditions are given as to `useCan`. */
export function useGate(conditions: GateConditions | Accessor<GateConditions>): Accessor<GateReading>;

/**
 * What the user may do, for menus and tables that are rendered from lists: `<For each={items.filter(({ feature }) => can(feature))}>`. Solid
 * tracks `can`, `state` and `features` where they are called.
 */
export function usePermissions(): Pick<Permissions, "can" | "state"> & {
  readonly features: Accessor<Permissions["features"]>;
};

/** One feature: its state, and its limit. The same object until something in it changes. */
export function usePermission(feature: Feature | Accessor<Feature>): Accessor<PermissionReading>;

/**
 * The current identity: it lasts until the user signs out or another user signs in. A subtree that must begin anew then
 * belongs into an `IdentityBoundary`.
 */
export function useIdentity(): Accessor<Identity>;

/**
 * Listens to an event of the session until its owner is disposed of. Nothing on a server. A listener that is a prop may change:
 * `useSessionEvent("expiring", (event) => props.onExpiring(event))` calls the newest one.
 */
export function useSessionEvent<Type extends keyof SessionEvents>(
  type: Type,
  listener: (event: SessionEvents[Type]) => void,
): void;

/**
 * The open request of `createReauthentication()`; `null` while there is none, on a server, and while Solid hydrates. Needs no
 * session around.
 */
export function useReauthentication(
  reauthentication: Reauthentication,
): Accessor<ReauthenticationRequest | null>;

/**
 * Shows `children` where the conditions are granted, `fallback` where they are denied, and `pending` while that is unknown.
 * `children` are created anew for another user. A condition that is given as `undefined` denies. While a `SignedIn` around it hides
 * its children, it keeps its content, and a draft in it.
 */
export function Gate(
  props: GateConditions & { children?: JSX.Element; fallback?: JSX.Element; pending?: JSX.Element },
): JSX.Element;

/**
 * Its children are created anew when the identity ends: at a sign-out here or in another tab, and when another user is found. Nothing that was
 * typed, loaded or computed for one user is left for the next. They are in a `<div>` with `display: contents`, which the package hides at the
 * moment the identity ends, also where Solid would show the last user's content for longer: in a `lazy` component that is not hydrated yet, or
 * where an effect has thrown. Put it around `<Suspense>` and `lazy` components, not within them.
 *
 * `home`: this path replaces the page's address when the identity ends, before the children begin anew, so that the next user inherits neither path
 * nor query. Only the current entry of the browser's history changes: Back still loads an older address of the last user. It is for a router within
 * this component, which starts with the new address: `home={import.meta.env.BASE_URL}`. Navigate a router outside of it by the
 * router's own API, at the event `identity-ended`.
 *
 * `session`: gives this session to the components within, as a `SessionProvider` around it would, so that `<IdentityBoundary session={session}>`
 * alone is enough around an application.
 */
export function IdentityBoundary(props: {
  session?: Session | undefined;
  home?: string | undefined;
  children?: JSX.Element;
}): JSX.Element;

/**
 * For content that only a signed-in user may see: a page, a layout, a route. Shows `children` while a user is signed in, `fallback` while no user
 * is signed in (a sign-in form or a link to one), and `pending` while nothing is known.
 *
 * Children that were shown stay mounted, hidden and inert, until the identity ends: after the session has ended, during `reauthenticate`, after a
 * return from the back/forward cache, and while the last answer is too old. `fallback` or `pending` shows beside them, and a `Gate` among them
 * keeps its content. So a draft survives until the same user signs in again. When the identity ends, the children are disposed of, so that no
 * other user sees them. They are in a `<div>` with `display: contents`, which the package hides at the moment the session changes, even if Solid
 * has not hydrated it yet or holds its update.
 *
 * Without `fallback` and `pending`, one `<sign-in-form sso mode="popup">` takes the place of both, if the page has defined it (`signInSession`,
 * `defineSignInForm`); else they are empty. The form says why no user is signed in, and lets the user sign in. A part that is given, even
 * `undefined`, is used as it is: with `fallback` alone nothing shows while the state is unknown, and with `pending` alone the form is the fallback.
 */
export function SignedIn(props: {
  children?: JSX.Element;
  fallback?: JSX.Element;
  pending?: JSX.Element;
}): JSX.Element;
