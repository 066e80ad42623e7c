// A session, put together from its parts. The engine decides; what the page reads, it reads here.

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
import { createCalls, type Sent } from "./calls.js";
import type { Begin, Link, LinkCallbacks } from "./connection.js";
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
import { createPublisher, type Publication } from "./publisher.js";
import { createReady } from "./ready.js";
import { copyOf, SessionError } from "./session-error.js";
import type { SingleSignOnParts } from "./single-sign-on.js";
import { observable } from "./subscribable.js";

const DISPOSE = Symbol.dispose ?? Symbol.for("Symbol.dispose");

/** Where `platform-session/inspector` finds what it shows. Not for pages: it may change at any time. */
const INSPECTED = Symbol.for("platform-session.inspect");

/** Where the adapters find what is theirs alone (`pkg/adapters/shared/adapted.ts`). */
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
 * Makes a session. `settings`: the options, as they were read. `connect(callbacks)` makes the way to whatever decides: the engine in a
 * page (`link.ts`), nothing on a server (`inert-link.ts`). `createFetch` and `createSingleSignOn` are those of the entry;
 * the double that tests use has its own.
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
  let watchesCatalogue = false;
  const forwardWatch = () => link.forward(watchesCatalogue ? CATALOGUE_WATCHED : CATALOGUE_UNWATCHED);
  const stores = createStores((isWatched) => {
    watchesCatalogue = isWatched;
    forwardWatch();
  });
  const take = (changed: readonly Change[]) => permissions.take(changed);
  /** Calls the listeners of the gates and features concerned, and then those of all permissions. */
  const notifyPermissions = (changed: readonly Change[], identity: boolean) => {
    stores.notify(changed, identity);
    if (changed.length > 0) permissions.notify();
  };
  /** Makes the `fetch` of an identity. `identity()`: the identity that a request is made for. `within`: as in `fetch.ts`. */
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
    take,
    notifyPermissions,
    isRendered: !!handedOver?.user,
  });
  const { snapshot, known } = publisher;
  /** Everything that an inspector sees; it sets `trace`, which gets nothing secret: no body, no header, no token. */
  const inspected: Inspected = { known, stores, trace() {} };
  const trace = (...what: unknown[]) => inspected.trace(...what);
  /** What was known when the session was created. */
  let initially = known();
  const publish = (publication: Publication) => {
    publisher.publish(publication);
    trace("published");
    const { status, error } = snapshot();
    if (status !== "unknown" || (error && error.code !== "closed")) settled.resolve(snapshot());
  };
  /** The session is over: `ready` rejects from now on; `settled` where nothing says why nothing is known. */
  const end = (error: ShownError) => {
    ready.fail(copyOf(error), true);
    if (error.code === "closed") settled.fail(copyOf(error), true);
  };
  const calls = createCalls((id) => link.abort(id), trace);

  const link = connect({
    trace,
    show: publish,
    // The engine reads the role catalogue while a store that is listened to depends on it.
    started() {
      if (watchesCatalogue) forwardWatch();
    },
    publish(publication) {
      publish(publication);
      if (snapshot().status !== "unknown") ready.resolve(snapshot());
    },
    // The module did not come; it is asked for again.
    failed: (error) => ready.fail(copyOf(error), false),
    over(error) {
      end(error);
      calls.rejectAll(error);
    },
    settle: calls.settle,
    refuse: calls.settle,
    reauthenticate: async (reason, id) => {
      await null;
      // A listener may have signed out, or closed the session.
      if (!snapshot().reauthenticating) return Promise.reject();
      const identity = publisher.identity();
      return (settings.reauthenticate as NonNullable<Settings["reauthenticate"]>)(
        viewWithin(session, {
          ...callsThatWait(true),
          identity: Object.freeze({ ...identity, fetch: createIdentityFetch(() => identity, true) }),
        }),
        Object.freeze({ reason, user: publisher.userOf(id) }),
      );
    },
  });

  const call = <Value>(
    begin: Begin | undefined,
    value: (sent: Sent) => Value,
    signal: AbortSignal | undefined,
    kind: string,
    about = kind,
  ) => calls.start((id) => link.call({ id, kind, begin }), value, signal, about);
  /** Makes a method of which the call has no arguments for the engine. */
  const plain = <Value>(kind: SessionCall, command: number, value: (sent: Sent) => Value, within = false) =>
    method(kind, (options?: Aborting) => call([ASK, command, within], value, options?.signal, kind));
  /** The calls that may be answered 401. The session that `reauthenticate` is given has its own. */
  const callsThatWait = (within: boolean) => ({
    fetch: createIdentityFetch(publisher.identity, within),
    roles: plain("roles", ROLES, publisher.roles, within),
    refreshPermissions: plain("permissions.refresh", PERMISSIONS_REFRESH, () => snapshot().features, within),
  });

  const { refreshPermissions, ...waiting } = callsThatWait(false);
  const permissions = createPermissions(snapshot, () => initially.snapshot, refreshPermissions, stores);
  const refresh = plain("refresh", REFRESH, snapshot);
  const { config, url, start } = createSingleSignOn({
    ...settings,
    ...link,
    config: plain("sso.config", SSO_CONFIG, (sent) => sent),
    refresh,
    read: plain("read", READ, snapshot),
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
      const complete =
        typeof email === "string" && typeof password === "string" && email !== "" && password !== "";
      // A text has no `toJSON`; an object may inherit one.
      const body = complete
        ? `{"email":${JSON.stringify(email)},"password":${JSON.stringify(password)}}`
        : undefined;
      // Without both it is no sign-in: the engine refuses it.
      const kind = complete ? "login" : "incomplete";
      return call([SIGN_IN, body], snapshot, options?.signal, kind, "login");
    }),
    logout: method("logout", () => call([SIGN_OUT], () => {}, undefined, "logout")),
    refresh,
    ...waiting,
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
      /** The identity that a server has rendered the page for. */
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
  // Its members cannot be changed; it can be extended, for zone.js keeps the listeners of an `EventTarget` on it.
  define(observable(session), Object.getOwnPropertyDescriptors(Object.freeze(members)));

  link.open(handedOver);
  initially = known();
  if (link.isOver()) {
    // On a server: `initial` is all that is ever known.
    if (handedOver) ready.resolve(snapshot());
    else end(new SessionError("closed"));
  }
  return session;
}
