// Publishes the snapshot, the role catalogue, and the events. `feature-listeners.ts` calls the listeners of single features and gates.

import type {
  Role,
  SessionError,
  SessionErrorCode,
  SessionEvents,
  SessionSnapshot,
  SignedOutReason,
  User,
} from "../index.js";
import { type Change, changesBetween } from "./features.js";
import type { Known } from "./gate.js";
import { type CreateIdentityFetch, createIdentity } from "./identity.js";
import { createMarks } from "./marks.js";
import { type Content, freezeDeep, keep, NO_FEATURES, NO_ROLES, UNKNOWN } from "./snapshot.js";
import { createSubscribable, deliver, keepsListeners } from "./subscribable.js";

/** The values that are published at once. The snapshot's `expiring` follows from the session events. */
export interface Publication extends Omit<Mutable<SessionSnapshot>, "expiring"> {
  /** The number of the identity, as the engine counts them, or the link before an engine runs. */
  identity?: number;
  /** Only in a publication before an engine runs: the members that the engine will know by one number (`snapshot.ts`). */
  content?: Content;
  rolesChanged?: boolean;
  roles?: readonly Role[] | null;
  /** Why the deployment does not show the roles. */
  rolesRefusal?: SessionErrorCode | null;
  sessionEvents?: PublishedEvent[];
}

type Mutable<Shown> = { -readonly [Name in keyof Shown]: Shown[Name] };

/** An event for the page, as the engine sends it. */
export type PublishedEvent =
  | { type: "signed-in" | "expiring" }
  | { type: "signed-out"; reason: SignedOutReason }
  | { type: "cookie-refused" | "revalidation-failed"; error: SessionError };

/** The values of a framework, which are brought up to date before any listener of the page is called. */
export interface Adapter {
  /** Called when the session has new values. Must not render yet: an identity that ends does so after this. */
  invalidate: () => void;
  /** Called at each publication, after the end of an identity if one ends: the framework may render. */
  update: () => void;
}

interface Parts {
  createIdentityFetch: CreateIdentityFetch;
  takePermissions: (changed: readonly Change[]) => void;
  notifyPermissions: (changed: readonly Change[], userOrRolesChanged: boolean) => void;
  isRendered?: boolean;
}

/**
 * Makes the publisher of a session, which dispatches the events. `createIdentityFetch` makes the `fetch` of an identity. `takePermissions` gets
 * the features that changed, before any listener is called. `notifyPermissions` gets them once everything is up to date, and whether the
 * status, the user or the roles have changed. `isRendered`: a server has rendered the page for a user.
 */
export function createPublisher(
  session: EventTarget,
  { createIdentityFetch, takePermissions, notifyPermissions, isRendered = false }: Parts,
) {
  let snapshot = UNKNOWN;
  /** The role catalogue that is shown; `null`: not read. */
  let roles: Known["roles"] = null;
  /** Why the deployment does not show the roles. */
  let refusal: Known["refusal"] = null;
  /** The newest user that was shown. */
  let user: User | null = null;
  /** The number of the current identity, as the engine, or before it the link, counts them. */
  let identityNumber = 0;
  /** The current identity, and the function that ends it. */
  let current = createIdentity(createIdentityFetch);
  /** The `expiresAt` that `expiring` was dispatched for. */
  let announcedExpiry: number | null | undefined;
  const { subscribe, notify } = createSubscribable(() => snapshot);
  /** Functions that each dispatch one event which listeners have not had yet, in the order in which the events happened. */
  const events: (() => void)[] = [];
  /** Functions that each dispatch one `identity-ended`. These events come before all others. */
  const endings: (() => void)[] = [];
  const adapters = new Set<Adapter>();
  const hideMarked = createMarks(current.identity.key, isRendered);

  const publish = (given: Publication) => {
    // A copy that inherits nothing: the page may have put a member that the publication lacks on `Object.prototype`, even `roles`.
    const publication = { __proto__: null, ...given };
    const {
      identity: newNumber = identityNumber,
      sessionEvents = [],
      rolesChanged,
      rolesRefusal = null,
      roles: newRoles = null,
      features: newFeatures,
      content: _,
      ...shown
    } = publication;
    const { status, expiresAt } = shown;
    const previous = snapshot;
    const features = status === "authenticated" ? newFeatures : NO_FEATURES;
    const changed = changesBetween(previous.features, features);
    if (sessionEvents.some(({ type }) => type === "expiring")) announcedExpiry = expiresAt;
    const next: Mutable<SessionSnapshot> = {
      ...shown,
      expiring: expiresAt !== null && expiresAt === announcedExpiry,
      features,
    };
    const names = Object.keys(next) as (keyof SessionSnapshot)[];
    // A member that is equal to the one before becomes the same object. Features are the same already (`features.ts`).
    for (const name of names) if (name !== "features") next[name] = keep(previous[name], next[name]) as never;
    // The engine does not know the roles in `initial`, so it does not report their end: they are dropped with their user, and at a sign-in
    // or sign-out.
    const isOtherUser = next.user && user && next.user.id !== user.id;
    user = next.user ?? user;
    const rolesBefore = [roles, refusal];
    if (rolesChanged || isOtherUser || sessionEvents.some(({ type }) => type.startsWith("signed"))) {
      roles = freezeDeep(newRoles);
      refusal = rolesRefusal;
    }
    const hasOtherRoles = roles !== rolesBefore[0] || refusal !== rolesBefore[1];
    if (names.some((name) => next[name] !== previous[name])) snapshot = Object.freeze(next);
    takePermissions(changed);
    const before = current;
    const isEnded = newNumber !== identityNumber;
    identityNumber = newNumber;
    if (isEnded) current = createIdentity(createIdentityFetch);
    hideMarked(snapshot, current.identity.key);
    for (const { invalidate } of adapters) deliver(invalidate);

    // On a server nothing is dispatched: no page listens there, and Angular's server has event classes that Node's `EventTarget` refuses.
    const dispatch = (type: keyof SessionEvents, detail: object) =>
      keepsListeners() &&
      session.dispatchEvent(new CustomEvent(type, { __proto__: null, detail: freezeDeep(detail) }));
    const emit = (type: keyof SessionEvents, detail: object) => events.push(() => dispatch(type, detail));
    const details: { __proto__: null; [type: string]: object | null } = {
      __proto__: null,
      "signed-in": { user: next.user },
      expiring: { expiresAt },
    };
    for (const { type, ...detail } of sessionEvents) emit(type, details[type] ?? detail);
    if (changed.length > 0) emit("permissions-changed", { changes: Object.freeze(changed) });

    if (isEnded) {
      // Queued before the identity's signal fires, because a listener of the signal may end the next identity.
      endings.push(() => dispatch("identity-ended", { key: before.identity.key }));
      before.end();
    }
    // If a listener of an earlier publication has caused this one, that publication's endings are dispatched here, too.
    while (endings.length > 0) (endings.shift() as () => void)();
    for (const { update } of adapters) deliver(update);

    // A listener may cause another publication. All listeners get its values at once, but its events after those of this publication.
    notifyPermissions(changed, previous.status !== status || previous.user !== next.user || hasOtherRoles);
    if (snapshot !== previous) notify();
    while (events.length > 0) (events.shift() as () => void)();
  };

  return {
    publish,
    subscribe,
    /** Keeps an adapter up to date until the returned function is called. On a server nothing changes. */
    attach(adapter: Adapter) {
      if (keepsListeners()) adapters.add(adapter);
      return () => adapters.delete(adapter);
    },
    snapshot: () => snapshot,
    identity: () => current.identity,
    roles: () => roles ?? NO_ROLES,
    /** Returns all that a gate's state depends on, and the current identity. */
    known: () => ({ snapshot, roles, refusal, identity: current.identity }),
    /** Returns the newest user that was shown, if this is the user's id; else `null`. */
    userOf: (id: number | undefined) => (user?.id === id ? user : null),
  };
}
