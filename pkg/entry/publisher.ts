// Publishes the snapshot, the role catalogue, and the events. The listeners of single features and gates are called by
// `feature-listeners.ts`.

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

/** Everything that is published at once. The snapshot's `expiring` follows from the session events. */
export interface Publication extends Omit<Mutable<SessionSnapshot>, "expiring"> {
  /** The number of the identity, as the engine counts them, or the link before an engine runs. */
  identity?: number;
  /** Only of what is shown before an engine runs: the members that came with an answer, which the engine then knows by one number. */
  content?: Content;
  rolesChanged?: boolean;
  roles?: readonly Role[] | null;
  /** Why the deployment does not show the roles. */
  rolesRefusal?: SessionErrorCode | null;
  sessionEvents?: PublishedEvent[];
}

type Mutable<Shown> = { -readonly [Name in keyof Shown]: Shown[Name] };

/** An event for the page, as the engine tells of it. */
export type PublishedEvent =
  | { type: "signed-in" | "expiring" }
  | { type: "signed-out"; reason: SignedOutReason }
  | { type: "cookie-refused" | "revalidation-failed"; error: SessionError };

/** The values of a framework, which are brought up to date before any listener of the page is called. */
export interface Adapter {
  /** The session has new values. Renders nothing yet: what the page keeps of an identity ends after this. */
  invalidate: () => void;
  /** What belonged to an identity that has ended is gone: the framework may render. */
  update: () => void;
}

interface Parts {
  createIdentityFetch: CreateIdentityFetch;
  take: (changed: readonly Change[]) => void;
  notifyPermissions: (changed: readonly Change[], identity: boolean) => void;
  isRendered?: boolean;
}

/**
 * `session` dispatches the events. `createIdentityFetch` makes the `fetch` of an identity. `take` gets the features that changed, before
 * any listener is called. `notifyPermissions` gets them once everything is up to date, and whether the identity has changed. `isRendered`: a server
 * has rendered the page for a user.
 */
export function createPublisher(
  session: EventTarget,
  { createIdentityFetch, take, notifyPermissions, isRendered = false }: Parts,
) {
  let snapshot = UNKNOWN;
  /** The role catalogue that is shown; `null`: not read. */
  let roles: Known["roles"] = null;
  /** Why the deployment does not show the roles. */
  let refusal: Known["refusal"] = null;
  /** The newest user that was shown. */
  let user: User | null = null;
  /** The number of the identity that is shown, as the engine (before it, the link) counts them. */
  let number = 0;
  let identity = createIdentity(createIdentityFetch);
  /** The end that `expiring` was dispatched for. */
  let warnedOf: number | null | undefined;
  const { subscribe, notify } = createSubscribable(() => snapshot);
  /** Functions that each dispatch one event which listeners have not had yet, in the order in which the events happened. */
  const events: (() => void)[] = [];
  /** The same for the event `identity-ended`, which listeners get before all others. */
  const endings: (() => void)[] = [];
  const adapters = new Set<Adapter>();
  const hideMarked = createMarks(identity.identity.key, isRendered);

  const publish = (given: Publication) => {
    // A member that the publication lacks, such as `roles`, may be on `Object.prototype`, where the page has put it; roles open gates.
    const publication = { __proto__: null, ...given };
    const {
      identity: newNumber = number,
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
    if (sessionEvents.some(({ type }) => type === "expiring")) warnedOf = expiresAt;
    const next: Mutable<SessionSnapshot> = {
      ...shown,
      expiring: expiresAt !== null && expiresAt === warnedOf,
      features,
    };
    const names = Object.keys(next) as (keyof SessionSnapshot)[];
    // A member that is equal to the one before becomes the same object. Features are the same already (`features.ts`).
    for (const name of names) if (name !== "features") next[name] = keep(previous[name], next[name]) as never;
    // No engine knows the roles that came with `initial`: they go with their user, and at a sign-in or sign-out.
    const isAnother = next.user && user && next.user.id !== user.id;
    user = next.user ?? user;
    const rolesBefore = [roles, refusal];
    if (rolesChanged || isAnother || sessionEvents.some(({ type }) => type.startsWith("signed"))) {
      roles = freezeDeep(newRoles);
      refusal = rolesRefusal;
    }
    const hasOtherRoles = roles !== rolesBefore[0] || refusal !== rolesBefore[1];
    if (names.some((name) => next[name] !== previous[name])) snapshot = Object.freeze(next);
    take(changed);
    const ended = identity;
    const isEnded = newNumber !== number;
    number = newNumber;
    if (isEnded) identity = createIdentity(createIdentityFetch);
    hideMarked(snapshot, identity.identity.key);
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
      // Queued before the identity's signal fires: a listener of that may end the next one.
      endings.push(() => dispatch("identity-ended", { key: ended.identity.key }));
      ended.end();
    }
    // These include the ends of a publication that this one comes in the middle of.
    while (endings.length > 0) (endings.shift() as () => void)();
    for (const { update } of adapters) deliver(update);

    // A listener may cause the next publication. All listeners get it then and there, but its events after these.
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
    identity: () => identity.identity,
    roles: () => roles ?? NO_ROLES,
    /** All that a gate's state depends on, and the current identity. */
    known: () => ({ snapshot, roles, refusal, identity: identity.identity }),
    /** The user with this number, as last shown; else `null`. */
    userOf: (id: number | undefined) => (user?.id === id ? user : null),
  };
}
