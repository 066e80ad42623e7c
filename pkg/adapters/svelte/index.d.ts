// Svelte 5.7 or later. Call each function while a component is created, as runes are.

import type {
  Feature,
  GateConditions,
  GateState,
  Identity,
  PermissionReading,
  Session,
  SessionSnapshot,
} from "platform-session";
import type { Component, Snippet } from "svelte";

/** Gives the session to this component and all within it. Call it in the root component or layout. */
export function setSession(session: Session): void;

/** The session itself: `login`, `logout`, `fetch`, `sso`. */
export function useSessionClient(): Session;

/** What is known of the session. */
export function useSession(): { readonly current: SessionSnapshot };

/**
 * Whether all that is asked for is granted. Conditions that change are given as a function. The wrong type in them is a
 * `TypeError` where `current` is first read; conditions that become so later deny, and the error is reported.
 */
export function useCan(conditions: GateConditions | (() => GateConditions)): { readonly current: boolean };

/** "unknown", "granted" or "denied". Each is a text, and true in an `if`: there, take `useCan`. */
export function useGateState(conditions: GateConditions | (() => GateConditions)): {
  readonly current: GateState;
};

/** One feature with its limit. */
export function usePermission(feature: Feature | (() => Feature)): { readonly current: PermissionReading };

/** Whom the page is about. With its `key` in a `{#key}` block, what is within begins anew for another person: nothing that was typed is left. */
export function useIdentity(): { readonly current: Identity };

/**
 * Shows its children where all that is asked for is granted, `fallback` where it is denied, and `pending` while it is unknown.
 * A prop that is there but `undefined` denies.
 */
export const Gate: Component<GateConditions & { children?: Snippet; fallback?: Snippet; pending?: Snippet }>;
