// The one session of a page: what is published, who listens, and the calls under way. Decisions are the
// module's; what is read is read here.

import { createCalls } from "./calls.js";
import { createFetch } from "./fetch.js";
import { readFirstAnswer, readInitial } from "./initial.js";
import { createLink } from "./link.js";
import { readOptions } from "./options.js";
import { createPermissions } from "./permissions.js";
import { SessionError } from "./session-error.js";
import { createSingleSignOn } from "./single-sign-on.js";
import { applyChanges, differences, freezeDeep, keep, NO_FEATURES, NO_ROLES, UNKNOWN } from "./snapshot.js";
import { createSubscribable, observable } from "./subscribable.js";
import { readFailure, readPublication, readSsoConfig } from "./wire.js";

const DISPOSE = Symbol.dispose ?? Symbol.for("Symbol.dispose");

export function createSession(options) {
  const settings = readOptions(options ?? {});
  let snapshot = UNKNOWN;
  let roles = NO_ROLES;
  /** The module has published: from then on its changes are changes to what is shown. */
  let published = false;
  /** Nothing was called that may make the first answer one to an older question. */
  let untouched = true;

  const session = new EventTarget();
  const subscribers = createSubscribable(() => snapshot);
  const ready = deferred();
  // Whoever does not ask for it is not told of its rejection.
  ready.promise.catch(() => {});
  const calls = createCalls((call) => {
    if (link.isRunning()) link.call("abort", call);
    else calls.reject(call, new SessionError("aborted"));
  });
  /** Events that are still to be told, in the order in which they happened. */
  const events = [];

  /** @type {(news: import("./wire.js").News, complete: boolean) => void} */
  const publish = ({ changes, notices = [], ...news }, complete) => {
    const previous = snapshot;
    const authenticated = news.status === "authenticated";
    const base = complete ? NO_FEATURES : previous.features;
    const user = keep(previous.user, news.user);
    const features = authenticated ? applyChanges(base, previous.features, changes) : NO_FEATURES;
    const { status, reason, stale } = news;
    const error = keep(previous.error, news.error);
    const next = { status, user, features, reason, stale, error };
    if (news.rolesChanged) roles = freezeDeep(news.roles ?? NO_ROLES);
    if (Object.keys(next).some((key) => next[key] !== previous[key])) snapshot = Object.freeze(next);

    const changed = differences(previous.features, features);
    const emit = (type, detail) => events.push(new CustomEvent(type, { detail: Object.freeze(detail) }));
    for (const { type, ...detail } of notices) emit(type, type === "signed-in" ? { user } : detail);
    if (changed.length > 0) emit("permissions-changed", { changes: changed });

    // A listener may cause the next publication: it is told to everyone then and there, after these events.
    permissions.notify(changed);
    if (snapshot !== previous) subscribers.notify();
    while (events.length > 0) session.dispatchEvent(events.shift());
    // What is shown before the module is there shows that it is known, and not that the module can run.
    if (snapshot.status !== "unknown" && (published || link.isClosed())) ready.resolve(snapshot);
  };

  /** Closes the gates. What was known when the page began is not what anything later may begin with. */
  const forget = (news) => {
    settings.initial = undefined;
    publish({ ...UNKNOWN, changes: [], ...news }, true);
  };

  const face = {
    publish(cells) {
      const complete = !published;
      published = true;
      publish(cells === null ? { ...UNKNOWN, changes: [] } : readPublication(cells), complete);
    },
    settle(call, failure, sent) {
      if (failure === null) calls.resolve(call, sent);
      else calls.reject(call, readFailure(failure));
    },
    reauthenticate() {
      Promise.resolve(session)
        .then(settings.reauthenticate)
        .then(
          () => link.run((engine) => engine.reauthenticated(true)),
          () => link.run((engine) => engine.reauthenticated(false)),
        );
    },
  };
  const link = createLink(settings, face, {
    answered(answer) {
      if (published || !untouched || link.isRunning() || link.isClosed() || settings.initial !== undefined)
        return;
      const first = readFirstAnswer(answer);
      if (!first) return;
      // The module takes it up from here, and then confirms it from the very same answer.
      settings.initial = first.body;
      publish(first.news, true);
    },
    started() {
      // What `initial` showed and the module did not take, closes.
      if (!published && snapshot.status === "authenticated") face.publish(null);
    },
    failed(error) {
      published = false;
      // First, so that what a listener calls belongs to the next try.
      ready.reject(error);
      calls.rejectAll(error);
      forget({ error });
    },
    left: () => forget({}),
  });

  const call = (begin, value, signal, afresh = false) =>
    calls.start(
      (id) => {
        const reject = (error) => calls.reject(id, error);
        // Before the module is there, a call may be aborted without its ever hearing of it.
        link.run((engine) => calls.isWaiting(id) && begin(engine, id), reject, afresh);
      },
      value,
      signal,
    );
  const plain = (name, value, { signal } = /** @type {{ signal?: AbortSignal }} */ ({})) =>
    call((_, id) => link.call(name, id), value, signal, name === "refresh");
  const now = () => snapshot;
  /** Somebody has signed in since: no sign-out waits to be told any more. */
  const signedIn = () => {
    settings.signingOut = false;
    return snapshot;
  };

  const login = (credentials, { signal } = /** @type {{ signal?: AbortSignal }} */ ({})) => {
    const { email, password } = credentials ?? {};
    const complete =
      typeof email === "string" && typeof password === "string" && email !== "" && password !== "";
    const body = complete ? JSON.stringify({ email, password }) : undefined;
    untouched = false;
    return call((engine, id) => engine.login(id, body), signedIn, signal);
  };
  const logout = () => {
    // Should the module be lost before the deployment is told, the next try begins with it.
    settings.signingOut = true;
    // Until the module is there to close them, only `initial` can have opened a gate.
    untouched = false;
    if (!link.isRunning() && !link.isClosed() && snapshot.status !== "unknown") {
      forget({ status: "unauthenticated", reason: "signed-out" });
    }
    return plain("logout", () => {
      settings.signingOut = false;
    });
  };
  const refresh = (options) => {
    settings.signingOut = false;
    return plain("refresh", now, options);
  };
  const readRoles = (options) => plain("roles", () => roles, options);
  const atLeast = (role) => {
    /** @type {(name: string | undefined) => any} A role that is not listed compares as false with every other. */
    const rank = (name) => roles.find((known) => known.name === name)?.rank;
    return rank(snapshot.user?.userType) >= rank(role);
  };
  const close = () => {
    link.close();
    const error = new SessionError("closed");
    ready.reject(error);
    calls.rejectAll(error);
  };

  const permissions = createPermissions(now, (options) =>
    plain("permissions", () => snapshot.features, options),
  );
  const ssoConfig = (options) => plain("ssoConfig", readSsoConfig, options);
  const sso = createSingleSignOn({
    ...settings,
    ...link,
    config: ssoConfig,
    whenRunning: ({ signal }) =>
      call(
        (_, id) => calls.resolve(id),
        () => {},
        signal,
      ),
    refresh,
    read: (options) => plain("read", now, options),
  });

  const members = {
    ready: ready.promise,
    permissions: permissions.permissions,
    sso,
    subscribe: subscribers.subscribe,
    login,
    logout,
    refresh,
    roles: readRoles,
    atLeast,
    fetch: createFetch({ origin: settings.origin, call }),
    close,
  };
  for (const [name, value] of /** @type {[PropertyKey, unknown][]} */ ([
    ...Object.entries(members),
    [DISPOSE, close],
  ])) {
    Object.defineProperty(session, name, { value, enumerable: true });
  }
  Object.defineProperty(session, "snapshot", { get: now, enumerable: true });
  observable(session);

  const initial = settings.initial === undefined ? null : readInitial(settings.initial);
  if (initial) publish(initial, true);
  link.open();
  return Object.freeze(session);
}

function deferred() {
  const parts = {};
  parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return parts;
}
