// platform-session/react: for React 18 and 19.

import type {
  Feature,
  GateConditions,
  GateState,
  Identity,
  PermissionReading,
  Session,
  SessionSnapshot,
} from "platform-session";
import type { ReactElement, ReactNode } from "react";

/**
 * Gives a session to the components within. Make it outside of React, where no effect closes it: `pageSession()` in a
 * module of the browser; in a component that a server renders too, `useState(() => pageSession({ initial }))`.
 */
export function SessionProvider(props: { session: Session; children?: ReactNode }): ReactElement;

/**
 * The snapshot of this moment. While React hydrates it is `session.initial`, which is what a server rendered; after
 * that it is live. Throws, like every hook here, where there is no `SessionProvider` around.
 */
export function useSession(): SessionSnapshot;
/**
 * What `select` picks of the snapshot. Re-renders only where that changes, by `Object.is` or `isEqual`: give `isEqual`
 * with a `select` that makes a new object each time.
 */
export function useSession<T>(select: (snapshot: SessionSnapshot) => T, isEqual?: (a: T, b: T) => boolean): T;

/** The session itself: `login`, `logout`, `fetch`, `sso`. Never re-renders. */
export function useSessionClient(): Session;

/** Whom the page is about. With its `key` as React's, a subtree begins anew for another person: nothing that was typed is left. */
export function useIdentity(): Identity;

/** Whether all of the conditions hold; false while that is unknown. Throws a `TypeError` that names a condition of a wrong type. */
export function useCan(conditions: GateConditions): boolean;

/** "unknown", "granted" or "denied". A state is a string, and every string is true in an `if`: for that take `useCan`. */
export function useGateState(conditions: GateConditions): GateState;

/** One feature: its state, and its limit. The same object until something in it changes. */
export function usePermission(feature: Feature): PermissionReading;

/**
 * Shows `children` where the conditions are granted, `fallback` where they are denied, and `pending` while that is unknown.
 * A condition that is given as `undefined` denies.
 */
export function Gate(
  props: GateConditions & { children?: ReactNode; fallback?: ReactNode; pending?: ReactNode },
): ReactElement;
