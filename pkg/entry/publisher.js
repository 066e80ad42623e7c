// What is published: the snapshot, the role catalogue, and the events. The listeners of single features and gates are called by
// `feature-listeners.js`.

import { changesBetween } from "./features.js";
import { createIdentity } from "./identity.js";
import { own } from "./json-value.js";
import { freezeDeep, keep, NO_FEATURES, NO_ROLES, UNKNOWN } from "./snapshot.js";
import { createSubscribable, keepsListeners } from "./subscribable.js";

/**
 * @typedef {object} Publication What to publish.
 * @property {number} [identity] The number of the identity, as the engine counts them; before it, the link.
 * @property {import("../index.js").Status} status
 * @property {import("../index.js").SignedOutReason | null} reason
 * @property {boolean} stale
 * @property {import("../index.js").SessionError | null} error
 * @property {import("../index.js").User | null} user
 * @property {import("./features.js").Features} features
 * @property {boolean} [rolesChanged]
 * @property {import("../index.js").Role[] | null} [roles]
 * @property {import("../index.js").SessionErrorCode | null} [rolesRefusal] Why the deployment does not show the roles.
 * @property {{ type: string, [detail: string]: unknown }[]} [notices]
 * @property {boolean} signOutPending
 * @property {boolean} reauthenticating
 * @property {number | null} expiresAt
 */

/**
 * `session` dispatches the events. `take` gets the features that changed, before any listener is called.
 * `notifyPermissions` gets them once everything is up to date, and whether the identity has changed.
 */
export function createPublisher(session, take, notifyPermissions) {
  let snapshot = UNKNOWN;
  /** `null`: not read. @type {readonly import("../index.js").Role[] | null} */
  let roles = null;
  /** Why the deployment does not show them. @type {import("../index.js").SessionErrorCode | null | undefined} */
  let refusal = null;
  /** The newest user that was shown. @type {import("../index.js").User | null} */
  let user = null;
  /** Which identity is shown, as what decides counts them. */
  let number = 0;
  let identity = createIdentity();
  const { subscribe, notify } = createSubscribable(() => snapshot);
  /** Each dispatches one event that listeners have not had yet, in the order in which they happened. */
  const events = [];
  /** The same for identities that have ended. */
  const endings = [];

  /** @type {(publication: Publication) => void} */
  const publish = (given) => {
    // What it lacks, the page may have put on `Object.prototype`.
    const publication = { __proto__: null, ...given };
    const {
      identity: newNumber = number,
      notices = [],
      rolesChanged,
      rolesRefusal,
      roles: _,
      ...shown
    } = publication;
    const { status: is, expiresAt } = shown;
    const previous = snapshot;
    const features = is === "authenticated" ? publication.features : NO_FEATURES;
    const changed = changesBetween(previous.features, features);
    const next = {
      ...shown,
      user: keep(previous.user, shown.user),
      features,
      error: keep(previous.error, shown.error),
    };
    // No engine knows the roles that came with `initial`: they go with their user, and at a sign-in or sign-out.
    const isAnother = next.user && user && next.user.id !== user.id;
    user = next.user ?? user;
    const rolesBefore = [roles, refusal];
    if (rolesChanged || isAnother || notices.some(({ type }) => type.startsWith("signed"))) {
      // An own property only: roles open gates, and the page may have added some to `Object.prototype`.
      roles = freezeDeep(own(publication, "roles") ?? null);
      refusal = rolesRefusal ?? null;
    }
    const hasOtherRoles = roles !== rolesBefore[0] || refusal !== rolesBefore[1];
    if (Object.keys(next).some((key) => next[key] !== previous[key])) snapshot = Object.freeze(next);
    take(changed);

    // Not on a server: nobody listens there, and Angular's server has event classes that Node's `EventTarget` refuses.
    const dispatch = (type, detail) =>
      keepsListeners() &&
      session.dispatchEvent(new CustomEvent(type, { __proto__: null, detail: Object.freeze(detail) }));
    const emit = (type, detail) => events.push(() => dispatch(type, detail));
    const details = { __proto__: null, "signed-in": { user: next.user }, expiring: { expiresAt } };
    for (const { type, ...detail } of notices) emit(type, details[type] ?? detail);
    if (changed.length > 0) emit("permissions-changed", { changes: Object.freeze(changed) });

    if (newNumber !== number) {
      const ended = identity;
      number = newNumber;
      identity = createIdentity();
      // Before it aborts: a listener of that may end the next one.
      endings.push(() => dispatch("identity-ended", { key: ended.identity.key }));
      ended.end();
    }
    // Also those of a publication that this one comes in the middle of.
    while (endings.length > 0) endings.shift()();

    // A listener may cause the next publication. All listeners get it then and there, but its events after these.
    notifyPermissions(changed, previous.status !== is || previous.user !== next.user || hasOtherRoles);
    if (snapshot !== previous) notify();
    while (events.length > 0) events.shift()();
  };

  return {
    publish,
    subscribe,
    snapshot: () => snapshot,
    identity: () => identity.identity,
    roles: () => roles ?? NO_ROLES,
    /** All that a gate's state depends on, and whom the page is about. */
    known: () => ({ snapshot, roles, refusal, identity: identity.identity }),
    /** The user with this number, as last shown; else `null`. */
    userOf: (id) => (user?.id === id ? user : null),
  };
}
