// platform-session/react: for React 18 and 19.

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
import type { ReactElement, ReactNode } from "react";

/**
 * Gives a session to the components within. Create the session outside of effects, which would close it: `pageSession()` in a
 * module of the browser; in a component that a server renders too, `useState(() => pageSession({ initial }))`.
 */
export function SessionProvider(props: { session: Session; children?: ReactNode }): ReactElement;

/**
 * Returns the current snapshot. While React hydrates it is `session.initial`, which a server has rendered. Throws, like every hook here, outside
 * of a `SessionProvider`.
 */
export function useSession(): SessionSnapshot;
/**
 * Returns what `select` picks of the snapshot. Re-renders only when that changes, by `Object.is` or `isEqual`: pass `isEqual`
 * with a `select` that returns a new object each time.
 */
export function useSession<T>(select: (snapshot: SessionSnapshot) => T, isEqual?: (a: T, b: T) => boolean): T;

/** The session itself: `login`, `logout`, `fetch`, `sso`. Never re-renders. */
export function useSessionClient(): Session;

/** The identity that the page shows. Re-renders when another begins. */
export function useIdentity(): Identity;

/**
 * Listens to an event of the session while the component is mounted and not within a hidden `<Activity>`. It always calls the listener of the
 * last render; a new function in each render does not subscribe again.
 */
export function useSessionEvent<Type extends keyof SessionEvents>(
  type: Type,
  listener: (event: SessionEvents[Type]) => void,
): void;

/**
 * The open request of `createReauthentication()`; `null` while there is none, on a server, and while React hydrates. Needs no
 * `SessionProvider`.
 */
export function useReauthentication(reauthentication: Reauthentication): ReauthenticationRequest | null;

/**
 * Its children begin anew for another identity: nothing of the last user is left in their state. At the moment an identity ends, its element is
 * hidden (`data-session-identity`), even if React has not hydrated its content yet, waits for a chunk, or holds a transition: React alone would
 * keep showing the content. Put it around all components that show a user's data; it adds a `<div>` without a box.
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
  children?: ReactNode;
}): ReactElement;

/**
 * For content that only a signed-in user may see: a page, a layout, a route. Shows `children` while a user is signed in, `fallback` while no user
 * is signed in (a sign-in form or a redirect), and `pending` while nothing is known.
 *
 * Children that were shown stay mounted, hidden and inert, while their user is not known to be signed in: while `reauthenticate` runs, after a
 * return from the back/forward cache, after the session has ended. `fallback` or `pending` shows beside them, and a `Gate` among them keeps its
 * content. So a draft survives a 401: the same user signs in again, and goes on typing. When the identity ends the children are unmounted, so that
 * no other user sees them. Children that React has not hydrated yet are hidden at the same moments.
 *
 * While the children are hidden, `user` may be `null`: write `user?.name` in them. If one of them throws then, they are unmounted with their
 * drafts, and begin anew once the user is back; React reports the error on the console.
 *
 * Without `fallback` and `pending`, one `<sign-in-form sso mode="popup">` takes the place of both, if the page has defined it (`signInSession`,
 * `defineSignInForm`); else they are empty. The form says why no user is signed in, and lets the user sign in. A part that is given, even `null`,
 * is used as it is: with `fallback` alone nothing shows while the state is unknown, and with `pending` alone the form is the fallback. A server
 * renders no form.
 */
export function SignedIn(props: {
  children?: ReactNode;
  fallback?: ReactNode;
  pending?: ReactNode;
}): ReactElement;

/** Whether all of the conditions hold; false while that is unknown. Throws a `TypeError` that names a condition of a wrong type. */
export function useCan(conditions: GateConditions): boolean;

/** "unknown", "granted" or "denied". A state is a string, and every string is true in an `if`: for that take `useCan`. */
export function useGateState(conditions: GateConditions): GateState;

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
 * A gate's state and error as one value: `const { state, granted, error } = useGate({ atLeast: "expert" })`. Throws as `useCan` does.
 */
export function useGate(conditions: GateConditions): GateReading;

/**
 * What the user may do, for menus and tables that are rendered from lists: `items.filter(({ feature }) => permissions.can(feature))`. Returns the
 * same object until a permission changes, so it may be a dependency of `useMemo`. It holds the permissions of the last rendering: in a listener,
 * take `session.permissions`.
 */
export function usePermissions(): Pick<Permissions, "can" | "state" | "features">;

/** One feature: its state, and its limit. The same object until something in it changes. */
export function usePermission(feature: Feature): PermissionReading;

/**
 * Shows `children` where the conditions are granted, `fallback` where they are denied, and `pending` while that is unknown.
 * A condition that is given as `undefined` denies. While a `SignedIn` around it hides its children, it keeps its content, and a draft in it.
 */
export function Gate(
  props: GateConditions & { children?: ReactNode; fallback?: ReactNode; pending?: ReactNode },
): ReactElement;
