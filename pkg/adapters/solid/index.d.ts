// platform-session/solid: for Solid 1.9.

import type {
  Feature,
  GateConditions,
  GateState,
  Identity,
  PermissionReading,
  Session,
  SessionSnapshot,
} from "platform-session";
import type { Accessor, JSX } from "solid-js";

/**
 * Gives a session to the components within: `pageSession()`, made in a module of the browser; where a server renders too,
 * `pageSession({ initial })` in a component. The session outlives this; another one is taken only where this is rendered anew.
 */
export function SessionProvider(props: { session: Session; children?: JSX.Element }): JSX.Element;

/**
 * The snapshot of this moment. While Solid hydrates it is `session.initial`, which is what a server rendered; after
 * mounting it is live. Throws, like everything here, where there is no `SessionProvider` around.
 */
export function useSession(): Accessor<SessionSnapshot>;

/** The session itself: `login`, `logout`, `fetch`, `sso`. */
export function useSessionClient(): Session;

/**
 * Whether all of the conditions hold; false while that is unknown. Conditions that change are given as an accessor. The wrong
 * type in them is a `TypeError`; conditions that become so later deny, and the error is reported.
 */
export function useCan(conditions: GateConditions | Accessor<GateConditions>): Accessor<boolean>;

/** "unknown", "granted" or "denied". A state is a string, and every string is true in a `when`: for that take `useCan`. */
export function useGateState(conditions: GateConditions | Accessor<GateConditions>): Accessor<GateState>;

/** One feature: its state, and its limit. The same object until something in it changes. */
export function usePermission(feature: Feature | Accessor<Feature>): Accessor<PermissionReading>;

/** Whom the page is about. With its `key` in a keyed `<Show>`, what is within begins anew for another person: nothing that was typed is left. */
export function useIdentity(): Accessor<Identity>;

/**
 * Shows `children` where the conditions are granted, `fallback` where they are denied, and `pending` while that is unknown.
 * A condition that is given as `undefined` denies.
 */
export function Gate(
  props: GateConditions & { children?: JSX.Element; fallback?: JSX.Element; pending?: JSX.Element },
): JSX.Element;
