// Makes a session from its parts. The engine decides; the values that the page reads are kept here.

import type { Identity, Session, SessionCall, SessionError as ShownError, SingleSignOn } from "../index.js";
import { ASK, SIGN_IN, SIGN_OUT } from "./acts.js";
import {
  CATALOGUE_UNWATCHED,
  CATALOGUE_WATCHED,
  PERMISSIONS_REFRESH,
  READ,
  REFRESH,
  ROLES,
  SSO_CONFIG,
  WINDOW_GONE,
  WINDOW_OPENED,
} from "./boundary.js";
import { createCalls } from "./calls.js";
import type { Link, LinkCallbacks, Sent } from "./connection.js";
import { define } from "./define.js";
import { viewWithin } from "./derived.js";
import { createStores, type Stores } from "./feature-listeners.js";
import type { Change } from "./features.js";
import type { FetchParts } from "./fetch.js";
import { createGates, type Known, ranksAtLeast } from "./gate.js";
import { readHandedOver } from "./initial.js";
import { method } from "./method.js";
import type { Settings } from "./options.js";
import { createPermissions } from "./permissions.js";
import { createPublisher } from "./publisher.js";
import { createReady } from "./ready.js";
import { copyOf, SessionError } from "./session-error.js";
import type { SingleSignOnParts } from "./single-sign-on.js";
import { observable } from "./subscribable.js";

const DISPOSE = Symbol.dispose ?? Symbol.for("Symbol.dispose");

/** The member of a session that `platform-session/inspector` reads. Not for pages: it may change at any time. */
const INSPECTED = Symbol.for("platform-session.inspect");

/** The member of a session that only the adapters use (`pkg/adapters/shared/adapted.ts`). */
const ADAPTED = Symbol.for("platform-session.adapted");

export interface Inspected {
  known: () => Known;
  stores: Stores;
  trace: (...what: unknown[]) => void;
}

interface Aborting {
  signal?: AbortSignal | undefined;
}

type Credentials = Parameters<Session["login"]>[0];

/**
 * Makes a session. `settings`: the checked options. `connect(callbacks)` makes the link: `link.ts` in a page, `inert-link.ts` on a
 * server. `createFetch` and `createSingleSignOn` are parameters because `platform-session/testing` passes functions of its own.
 */
export function createSessionOn(
  settings: Settings,
  connect: (callbacks: LinkCallbacks) => Link,
  createFetch: (parts: FetchParts) => Session["fetch"],
  createSingleSignOn: (parts: SingleSignOnParts) => SingleSignOn,
): Session {
  const session = new EventTarget() as Session;
  const ready = createReady();
  const settled = createReady();
  const handedOver = settings.initial === undefined ? null : readHandedOver(settings.initial);
  // The engine reads the role catalogue while a store that is listened to depends on it.
  const stores = createStores((isWatched) =>
    link.handleEvent(isWatched ? CATALOGUE_WATCHED : CATALOGUE_UNWATCHED),
  );
  const takePermissions = (changed: readonly Change[]) => permissions.take(changed);
  /** Calls the listeners of the gates and features that have changed, and then the listeners of all permissions. */
  const notifyPermissions = (changed: readonly Change[], userOrRolesChanged: boolean) => {
    stores.notify(changed, userOrRolesChanged);
    if (changed.length > 0) permissions.notify();
  };
  /** Makes the `fetch` of the identity that `identity()` returns. `within`: for use inside the page's `reauthenticate`. */
  const createIdentityFetch = (identity: () => Identity, within = false) =>
    method(
      "fetch",
      createFetch({
        origin: settings.origin,
        identity,
        call: (begin, value, signal, about) => call(begin, value, signal, "fetch", about),
        within,
      }),
    );
  const publisher = createPublisher(session, {
    createIdentityFetch,
    takePermissions,
    notifyPermissions,
    isRendered: !!handedOver?.user,
  });
  const { snapshot, known } = publisher;
  /** The parts that an inspector reads. It replaces `trace`, which gets nothing secret: no body, no header, no token. */
  const inspected: Inspected = { known, stores, trace() {} };
  const trace = (...what: unknown[]) => inspected.trace(...what);
  /** The values of `known()` when the session was created. */
  let initially = known();
  /** Rejects `ready` for good, as the session is over. `settled` rejects only after `close()`: for other errors a snapshot settles it. */
  const end = (error: ShownError) => {
    ready.fail(copyOf(error), true);
    if (error.code === "closed") settled.fail(copyOf(error), true);
  };
  const calls = createCalls(
    (call) => link.call(call),
    (id) => link.abort(id),
    trace,
  );
  const call = calls.start;

  const link = connect({
    trace,
    publish(publication) {
      publisher.publish(publication);
      trace("published");
      const shown = snapshot();
      const isKnown = shown.status !== "unknown";
      if (isKnown || (shown.error && shown.error.code !== "closed")) settled.resolve(shown);
      if (isKnown && link.isRunning()) ready.resolve(shown);
    },
    // The link loads the WebAssembly again, so `ready` may still resolve.
    failed: (error) => ready.fail(copyOf(error), false),
    over(error) {
      end(error);
      calls.rejectAll(error);
    },
    settle: calls.settle,
    reauthenticate: async (reason, id) => {
      // The engine calls this before it publishes `reauthenticating`, in the same task. A listener may then sign out, or close the session.
      await null;
      if (!snapshot().reauthenticating) return Promise.reject();
      const identity = publisher.identity();
      return (settings.reauthenticate as NonNullable<Settings["reauthenticate"]>)(
        viewWithin(session, {
          ...protectedMethods(true),
          identity: Object.freeze({ ...identity, fetch: createIdentityFetch(() => identity, true) }),
        }),
        Object.freeze({ reason, user: publisher.userOf(id) }),
      );
    },
  });

  /** Makes a method that sends the engine a command without arguments (`boundary.ts`, `Command`). */
  const ask = <Value>(kind: SessionCall, command: number, value: (sent: Sent) => Value, within = false) =>
    method(kind, (options?: Aborting) => call([ASK, command, within], value, options?.signal, kind));
  /** Makes the methods that a 401 may suspend. With `within` they do not wait for the reauthentication that they are a part of. */
  const protectedMethods = (within: boolean) => ({
    fetch: createIdentityFetch(publisher.identity, within),
    roles: ask("roles", ROLES, publisher.roles, within),
    refreshPermissions: ask("permissions.refresh", PERMISSIONS_REFRESH, () => snapshot().features, within),
  });

  const { refreshPermissions, ...fetchAndRoles } = protectedMethods(false);
  const permissions = createPermissions(snapshot, () => initially.snapshot, refreshPermissions, stores);
  const refresh = ask("refresh", REFRESH, snapshot);
  const { config, url, start } = createSingleSignOn({
    ...settings,
    ...link,
    config: ask("sso.config", SSO_CONFIG, (sent) => sent),
    refresh,
    read: ask("read", READ, snapshot),
    windowOpened: () => link.handleEvent(WINDOW_OPENED),
    windowGone: () => link.handleEvent(WINDOW_GONE),
    whenRunning: ({ signal }) => call(undefined, () => {}, signal, "start"),
  });

  const members: Omit<Session, keyof EventTarget | symbol> & Record<symbol, unknown> = {
    permissions: permissions.permissions,
    sso: Object.freeze({
      config,
      url: method("sso.url", url),
      start: method("sso.start", start),
    }),
    subscribe: publisher.subscribe,
    login: method("login", (credentials: Credentials, options?: Aborting) => {
      const { email, password } = credentials ?? ({ __proto__: null } as object as Credentials);
      const complete = [email, password].every((text) => typeof text === "string" && text !== "");
      // Each string is made JSON on its own: for an object, `JSON.stringify` would call a `toJSON` that the page has put on `Object.prototype`.
      const body = complete
        ? `{"email":${JSON.stringify(email)},"password":${JSON.stringify(password)}}`
        : undefined;
      // The engine refuses a sign-in without both.
      return call([SIGN_IN, body], snapshot, options?.signal, complete ? "login" : "incomplete", "login");
    }),
    logout: method("logout", () => call([SIGN_OUT], () => {}, undefined, "logout")),
    refresh,
    ...fetchAndRoles,
    gate: createGates(stores, known, () => initially),
    atLeast: (role) => ranksAtLeast(snapshot().user, role, publisher.roles()),
    close: link.close,
    [DISPOSE]: link.close,
    [INSPECTED]: inspected,
    get snapshot() {
      return snapshot();
    },
    get initial() {
      return initially.snapshot;
    },
    get identity() {
      return publisher.identity();
    },
    [ADAPTED]: {
      attach: publisher.attach,
      /** The current identity when the session was created: a page that a server rendered is hydrated with it. */
      get initialIdentity() {
        return initially.identity;
      },
    },
    get ready() {
      return ready.promise();
    },
    get settled() {
      return settled.promise();
    },
  };
  // The members cannot be changed, but the session can be extended: zone.js keeps the listeners of an `EventTarget` on it.
  define(observable(session), Object.getOwnPropertyDescriptors(Object.freeze(members)));

  link.open(handedOver);
  initially = known();
  if (link.isOver()) {
    // On a server `initial` is all that is ever known.
    if (handedOver) ready.resolve(snapshot());
    else end(new SessionError("closed"));
  }
  return session;
}
