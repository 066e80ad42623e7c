// What is published: the snapshot, the role catalogue, and who is told of a change.

import { changesBetween } from "./features.js";
import { freezeDeep, keep, NO_FEATURES, NO_ROLES, UNKNOWN } from "./snapshot.js";
import { createSubscribable, keepsListeners } from "./subscribable.js";

/**
 * `session` dispatches the events. `take` is handed the features that changed, together with the snapshot that says so;
 * `notifyPermissions` is told of them once everything is up to date, and whether who is there changed.
 */
export function createPublisher(session, take, notifyPermissions) {
  let snapshot = UNKNOWN;
  /** `null`: not read. @type {readonly import("../index.js").Role[] | null} */
  let roles = null;
  /** Why the deployment does not show them. @type {import("../index.js").SessionErrorCode | null | undefined} */
  let refusal = null;
  /** The newest user that was shown. @type {import("../index.js").User | null} */
  let user = null;
  const { subscribe, notify } = createSubscribable(() => snapshot);
  /** Each dispatches one event that listeners have not had yet, in the order in which they happened. */
  const events = [];

  /** @type {(news: import("./wire.js").News) => void} */
  const publish = (news) => {
    const { status: is, reason, stale, expiresAt, signOutPending, reauthenticating } = news;
    const { notices = [], rolesChanged, roles: catalogue, rolesRefusal } = news;
    const previous = snapshot;
    const features = is === "authenticated" ? news.features : NO_FEATURES;
    const changed = changesBetween(previous.features, features);
    const next = {
      status: is,
      user: keep(previous.user, news.user),
      features,
      reason,
      stale,
      error: keep(previous.error, news.error),
      expiresAt,
      signOutPending,
      reauthenticating,
    };
    // The roles that came with `initial`, no engine knows of: they go with their user, and with a sign-in or sign-out.
    const isAnother = next.user && user && next.user.id !== user.id;
    user = next.user ?? user;
    if (rolesChanged || isAnother || notices.some(({ type }) => type.startsWith("signed"))) {
      roles = freezeDeep(catalogue);
      refusal = rolesRefusal;
    }
    if (Object.keys(next).some((key) => next[key] !== previous[key])) snapshot = Object.freeze(next);
    take(changed);

    // On a server nobody listens, and Angular's has event classes of its own, which no EventTarget of Node's takes.
    const emit = (type, detail) =>
      keepsListeners() &&
      events.push(() => session.dispatchEvent(new CustomEvent(type, { detail: Object.freeze(detail) })));
    const { user: shown } = next;
    const told = { "signed-in": { user: shown }, expiring: { expiresAt } };
    for (const { type, ...detail } of notices) emit(type, told[type] ?? detail);
    if (changed.length > 0) emit("permissions-changed", { changes: Object.freeze(changed) });

    // A listener may cause the next publication: it is told to everyone then and there, after these events.
    const { status, user: before } = previous;
    notifyPermissions(changed, status !== is || before !== shown || rolesChanged);
    if (snapshot !== previous) notify();
    while (events.length > 0) events.shift()();
  };

  return {
    publish,
    subscribe,
    snapshot: () => snapshot,
    roles: () => roles ?? NO_ROLES,
    /** All that a gate is judged by. */
    known: () => ({ snapshot, roles, refusal }),
    /** The user with this number, as last shown; else `null`. */
    userOf: (id) => (user?.id === id ? user : null),
  };
}
