// Svelte 5.7 or later. Call each function while a component is created, as runes are.

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
import type { Component, Snippet } from "svelte";

/**
 * Gives the session to this component and all within it. Call it in the root component or layout, and in each island.
 *
 * The functions below return objects with `current`, which always reads the session itself; only while Svelte hydrates it has the value of
 * `session.initial`, which a server has rendered, and is live before the next frame. The page is updated before any listener of the session is
 * called. An error that a binding throws is reported, and does not stop the update of other bindings.
 */
export function setSession(session: Session): void;

/** The session itself: `login`, `logout`, `fetch`, `sso`. */
export function useSessionClient(): Session;

/** The current snapshot. */
export function useSession(): { readonly current: SessionSnapshot };

/**
 * Whether all of the conditions hold. Conditions that change are given as a function. A value of the wrong type
 * throws a `TypeError` when `current` is first read; if conditions become wrong later, they deny, and the error is reported.
 */
export function useCan(conditions: GateConditions | (() => GateConditions)): { readonly current: boolean };

/** "unknown", "granted" or "denied". Each is a text, which is always true in an `if`: take `useCan` there. */
export function useGateState(conditions: GateConditions | (() => GateConditions)): {
  readonly current: GateState;
};

/** A gate's state and error at one moment. Frozen; the same object until something in it changes. */
export interface GateReading {
  /** "unknown", "granted" or "denied". */
  readonly state: GateState;
  /** Whether all of the conditions hold; false while that is unknown. */
  readonly granted: boolean;
  /** Why the role catalogue could not be read, if the gate is denied for that reason; else null. */
  readonly error: SessionErrorCode | null;
}

/** A gate's state and error as one value: `gate.current.granted`. The conditions are given as to `useCan`. */
export function useGate(conditions: GateConditions | (() => GateConditions)): {
  readonly current: GateReading;
};

/**
 * What the user may do, for menus and tables that are rendered from lists: `{#each items.filter(({ feature }) => permissions.can(feature))}`.
 * Runes track `can`, `state` and `features` where they are read. `can` and `state` may be destructured; `features` may not.
 */
export function usePermissions(): Pick<Permissions, "can" | "state" | "features">;

/** One feature with its limit. */
export function usePermission(feature: Feature | (() => Feature)): { readonly current: PermissionReading };

/** The current identity. A subtree that must begin anew for another identity belongs into an `IdentityBoundary`. */
export function useIdentity(): { readonly current: Identity };

/**
 * Listens to an event of the session for as long as the component is mounted. A listener that is a prop or a state may change:
 * `useSessionEvent("expiring", (event) => onexpiring(event))` calls the newest one.
 */
export function useSessionEvent<Type extends keyof SessionEvents>(
  type: Type,
  listener: (event: SessionEvents[Type]) => void,
): void;

/** The open request of `createReauthentication()`; `null` while there is none, on a server, and while Svelte hydrates. */
export function useReauthentication(reauthentication: Reauthentication): {
  readonly current: ReauthenticationRequest | null;
};

/**
 * Shows its children where all conditions are granted, `fallback` where it is denied, and `pending` while it is unknown.
 * A prop that is there but `undefined` denies. While a `SignedIn` around it hides its children, it keeps its content, and a draft in it.
 *
 * It closes within `logout()`, before any listener of the page is called. Svelte still shows the old content during the outro of a `transition:`
 * directly in it, and with `experimental.async` while the content waits for a request of its own: an `IdentityBoundary` or a `SignedIn` around
 * the gate hides that content when the identity ends.
 */
export const Gate: Component<
  GateConditions & {
    children?: Snippet | undefined;
    fallback?: Snippet | undefined;
    pending?: Snippet | undefined;
  }
>;

/**
 * For content that belongs to one user: its children begin anew for another identity, and nothing that was typed or loaded is left. Put it into
 * the root layout, around the page; and into each island (Astro), within the component that calls `setSession`. It renders a `<div>` without a
 * box (`display: contents`): with `client:visible` an element of the island's own must stand around it, or the island is never hydrated.
 *
 * The content is hidden at the moment the identity ends. Svelte alone would keep showing
 * - content that waits for an `await` that depends on the session (`experimental.async`), and everything that changed together with it,
 * - the server's content of another island that is hydrated later, where it would also keep `{@html}` and `src` of the last user,
 * - content that leaves with a `transition:`.
 *
 * With `experimental.async`, content of a later identity waits for its requests within a boundary of its own, which shows `pending` meanwhile,
 * and does not hold other updates. The first identity's content waits as it would without this component, so that a server renders it.
 *
 * `home`: this path replaces the page's address when the identity ends, before the children begin anew, so that the next user inherits neither path
 * nor query. Only the current entry of the browser's history changes: Back still loads an older address of the last user. It is for a router within
 * this component, which starts with the new address: `home="/"`. Navigate a router outside of it by the
 * router's own API (SvelteKit's `goto`), at the event `identity-ended`.
 */
export const IdentityBoundary: Component<{
  home?: string | undefined;
  children?: Snippet | undefined;
  pending?: Snippet | undefined;
}>;

/**
 * For content that only a signed-in user may see: a page, a layout. It shows its children while a user is signed in, `fallback` (a sign-in form
 * or a link to it) while no user is signed in, and `pending` while nothing is known.
 *
 * Once shown, the children stay until the identity ends: while the session is unknown and after it has ended they are hidden and inert, with
 * `fallback` or `pending` beside them, and a `Gate` among them keeps its content. So a draft survives a 401, `reauthenticate` and the back/forward
 * cache: the same user signs in, and goes on typing. When the identity ends, the children are destroyed, so that no other user sees them. They are
 * in a `<div>` without a box, which the package hides like that of `IdentityBoundary`; no transition in it keeps it on the page.
 *
 * Without `fallback` and `pending`, one `<sign-in-form sso mode="popup">` takes the place of both, if the page has defined it (`signInSession`,
 * `defineSignInForm`); else they are empty. The form says why no user is signed in, and lets the user sign in. A snippet that is given, even
 * `null`, is used as it is: with `fallback` alone nothing shows while the state is unknown, and with `pending` alone the form is the fallback.
 */
export const SignedIn: Component<{
  children?: Snippet | undefined;
  fallback?: Snippet | null | undefined;
  pending?: Snippet | null | undefined;
}>;
