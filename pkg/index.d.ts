// The public surface of platform-session. Its source begins at `pkg/entry/index.ts`.

/**
 * `{ [Symbol.dispose](): void }` where the consumer's `lib` knows `Symbol.dispose`, and nothing where it does not,
 * so that no page needs `ESNext.Disposable` to use a session.
 */
type DisposeSymbol = SymbolConstructor extends { readonly dispose: infer Dispose extends symbol }
  ? Dispose
  : never;
/** What `using` needs, where the library knows it. */
type DisposableWhereKnown = { [Dispose in DisposeSymbol]: () => void };

/**
 * Starts the session of this page. Returns at once: the first `GET /api/auth/session` and the WebAssembly are asked for
 * in parallel. Until the answer, `session.snapshot.status` is "unknown" and every gate is closed, unless `initial` says more.
 *
 * Where there is no `window` (on a server, in a worker) the session is inert: no request, no timer, and every call rejects
 * as after `close()`.
 *
 * Throws a `TypeError` that names the wrong option: an origin that is no http(s) URL, a number of milliseconds that is negative or
 * no number, a `token`, `revalidate`, `allowedOrigins` or `reauthenticate` of another type than declared. An option
 * that does not exist is refused, too, with the nearest that does. Every option may be `undefined`.
 */
export function createSession(options?: SessionOptions): Session;

/**
 * The one session of this page: each call gives the same one, until it is over. So code that runs twice (React's
 * StrictMode, hot reloading, two bundles with a copy of this version each) makes no second session. Only the call that creates it
 * reads `options`. On a server each call gives a new, inert session.
 */
export function pageSession(options?: SessionOptions): Session;

/** All are optional: `createSession()` is enough for a page on the deployment's own origin. */
export interface SessionOptions {
  /**
   * Origin of the deployment: an absolute http(s) URL; its path is ignored. Default: the page's own origin. A page that has
   * none (about:srcdoc, about:blank, a sandboxed frame, file:) must give it, or `createSession` throws a `TypeError`.
   */
  baseUrl?: string | undefined;
  /** Origins, besides the deployment's own, that a return URL may point to. Default: none. */
  allowedOrigins?: readonly string[] | undefined;
  /**
   * Where the access token of a password sign-in is held. "memory" (default): in WebAssembly memory, until a sign-out here or
   * in another tab, its 24 hours, a newer sign-in, another user, a deployment that does not take it, or `close()`.
   * "discard": nowhere; only the HttpOnly cookie carries the session.
   */
  token?: "memory" | "discard" | undefined;
  /**
   * The session body that a server already read for this page (the JSON of `GET /api/auth/session`). Shown at once; until the
   * first read confirms it, requests wait. Copied in the call. `null`, and anything that is not such a body, is ignored; so is all that
   * is given after a `logout()` on this page, for it may have been read before that.
   */
  initial?: unknown;
  /** When the session is read again by itself. */
  revalidate?:
    | {
        /**
         * On becoming visible, and on focus. Default true. If the newest read began less than `minIntervalMs` ago, the next one waits for
         * a random time between 1 and 12 times `minIntervalMs`, and until the page is visible. A return from the back/forward cache is
         * always followed by a read.
         */
        onFocus?: boolean | undefined;
        /** On coming back online, at a random moment within a second. Default true. A read that had failed is always tried again. */
        onOnline?: boolean | undefined;
        /** On a timer, every so many milliseconds, while the page is visible. Default 0: never. */
        intervalMs?: number | undefined;
        /**
         * Least time, in milliseconds, between two reads on focus, on coming online, or on the timer. Default 5000. It also holds
         * for the read that follows a 403 to `fetch`, or a 401 that is handed on whatever a read finds (no token was sent, and no
         * `reauthenticate` was given). While reads fail, neither brings one sooner. It does not delay `refresh()`, the read after another tab's
         * message, or a retry.
         */
        minIntervalMs?: number | undefined;
      }
    | undefined;
  /**
   * Deadline, in milliseconds, for a whole request, headers and body. Default 10000. 0 does not switch it off: requests then fail at
   * once with "timeout", but for a first read that is answered before the WebAssembly runs. For no deadline, give `Infinity`. `session.fetch` has none.
   *
   * The option also says how long the gates of this page stay closed where another tab's sign-out is never confirmed (at most 60000).
   */
  timeoutMs?: number | undefined;
  /**
   * How long, in milliseconds, gates stay open after the last good answer, while the newest read has failed or the browser has
   * said since that it is offline; also on a page that is not used. After that the status is "unknown". Counted from when that answer was asked for;
   * for `initial`, from this call. Default: 24 hours.
   */
  maxStaleMs?: number | undefined;
  /** How many milliseconds before `expiresAt` the event `expiring` fires, once for each password sign-in. Default 300000 (5 minutes); 0: never. */
  expiringMs?: number | undefined;
  /** Keep the tabs of this origin in step. Default true. Tabs tell each other that something happened, never data. */
  tabs?: boolean | undefined;
  /**
   * Sign the user in again, then resolve. Called where a request (`fetch`, `roles`, `permissions.refresh`) was answered 401
   * and a session read says that the session has ended, that no user was signed in, or that the user is signed in but the page
   * holds no bearer token ("bearer"; not with `token: "discard"`).
   *
   * - One call serves all requests: those that are answered 401 meanwhile wait for it. Calls made through the `session` given
   *   here wait for nothing and are handed their 401. Use that one inside.
   * - Once it resolves, a read tells who is signed in. Each request of this identity is sent once more; if another user is, it
   *   rejects with "superseded"; if no user is, it gets its 401. If it rejects, all get their 401.
   * - Not called after a sign-out (reason "signed-out"), nor for requests that were sent before an earlier call of it failed: it
   *   rejected, or no user was signed in afterwards.
   * - What it throws or rejects with is reported nowhere: catch it yourself if you want to know.
   */
  reauthenticate?: ((session: Session, need: ReauthenticationNeed) => Promise<void>) | undefined;
  /**
   * Where the WebAssembly comes from, if it is served elsewhere. Default: beside the package's own module. A page compiles it
   * once, from what its first session gives. An address that failed is asked for again; a `Response` or bytes that are no module are
   * not tried again.
   */
  wasm?: string | URL | Request | Response | BufferSource | WebAssembly.Module | undefined;
}

/** Why `reauthenticate` is called. */
export interface ReauthenticationNeed {
  /**
   * "ended": no user is signed in (any more). "bearer": the user is signed in by the cookie, but the deployment wants a bearer
   * token, and this page holds none (after a reload, after single sign-on). A password sign-in brings one.
   */
  readonly reason: "ended" | "bearer";
  /** Who was ("ended") or is ("bearer") signed in; null where this page never knew. */
  readonly user: User | null;
}

/**
 * Add your deployment's feature names to have them checked, in a file that is a module (`export {}` makes it one):
 * `declare module "platform-session" { interface FeatureNames { "chat-history": true } }`
 */
// biome-ignore lint/suspicious/noEmptyInterface: only an interface can be augmented.
export interface FeatureNames {}
/** A feature's name: any string, until `FeatureNames` declares which there are. */
export type Feature = [keyof FeatureNames] extends [never] ? string : Extract<keyof FeatureNames, string>;

/** Augment with your deployment's role names, like `FeatureNames`. */
// biome-ignore lint/suspicious/noEmptyInterface: only an interface can be augmented.
export interface RoleNames {}
/** A role's name: any string, until `RoleNames` declares which there are. */
export type RoleName = [keyof RoleNames] extends [never] ? string : Extract<keyof RoleNames, string>;

/**
 * The conditions of a gate: all that are given must hold. The gate is denied if there is no condition at all, an empty list or name,
 * a key that is present but `undefined` (a variable that was never set), or a key that is not listed here.
 */
export interface GateConditions {
  /** One feature, or several that must all be granted. */
  feature?: Feature | readonly Feature[];
  /** The user's role is this one, or ranks at least as high in the catalogue. */
  atLeast?: RoleName;
  /** A user is signed in, or none is. */
  status?: "authenticated" | "unauthenticated";
  /**
   * At least one of these must be granted: this part is "denied" if all are denied, and "unknown" while none is granted and one is
   * unknown. An empty list is denied. Conditions beside it must hold as well.
   */
  anyOf?: readonly GateConditions[];
}

/** "denied" as soon as one condition is denied; else "unknown" while one is unknown; else "granted". */
export type GateState = "unknown" | "granted" | "denied";

/** Its listeners are called at once, then only when its state changes. The same conditions give the same gate for as long as the page holds it or is subscribed to it. */
export interface Gate extends Subscribable<GateState> {
  /** The state at this moment. A state is a string, and every string is true in an `if`: for that take `granted`. */
  readonly value: GateState;
  /** `value === "granted"`: a state is a string, and every string is true in an `if`. */
  readonly granted: boolean;
  /** The value when the session was created: what a server rendered, for hydration. */
  readonly initial: GateState;
  /** Why the role catalogue could not be read, if the gate is denied for that reason; else null. */
  readonly error: SessionErrorCode | null;
}

/** A feature with its state: the same frozen object until something in it changes. */
export interface PermissionReading {
  /** What a gate that asks for this feature alone says. */
  readonly state: GateState;
  /** Whether the feature is granted; false while that is unknown. */
  readonly enabled: boolean;
  /** As in `FeaturePermission`; null where the feature is not listed. */
  readonly limit: unknown;
  /** Whether the deployment lists the feature at all: "not in this installation" is not "not for this role". */
  readonly listed: boolean;
}

/** What the deployment says of one feature. */
export interface FeaturePermission {
  /** Whether the user may use it. */
  readonly enabled: boolean;
  /** As the deployment sent it: `null`, or a usage limit. The platform does not define its shape: check it before use. Deep-frozen. */
  readonly limit: unknown;
}

/** What the deployment lists, by name. */
export type FeatureMap = Readonly<Partial<Record<Feature, FeaturePermission>>>;

/** The company of a user. */
export interface Company {
  readonly id: number;
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly country: string;
  readonly postalCode: string;
}

/** Who is signed in. */
export interface User {
  /** An integer; a user of the same `id` is the same user. */
  readonly id: number;
  /** The address that the user signs in with. */
  readonly email: string;
  /** What to call the user. */
  readonly name: string;
  /** Name of the user's role. */
  readonly userType: RoleName;
  /** How the account signs in, e.g. "local"; null where the deployment did not say. */
  readonly authSource: string | null;
  /** Known after a password sign-in on this page, while the user stays the same; else null. */
  readonly company: Company | null;
}

/** A role of the deployment's catalogue. */
export interface Role {
  /** As in `User.userType`. */
  readonly name: RoleName;
  /** The higher, the more it may do. */
  readonly rank: number;
  /** What to call the role. */
  readonly label: string;
  /** What the role is for. */
  readonly description: string;
}

/** "unknown": nothing is known, or nothing may be shown; every gate is closed. */
export type Status = "unknown" | "authenticated" | "unauthenticated";

/**
 * Why the session is unauthenticated. A failed request is never a reason.
 *
 * - "no-session": the deployment says that no user is signed in, and none was before on this page.
 * - "signed-out": a sign-out, here or in another tab.
 * - "expired": 24 hours have passed since a sign-in on this page.
 * - "deactivated": the deployment says that the account is deactivated.
 * - "ended": a user was signed in, and the deployment says that none is any more.
 */
export type SignedOutReason = "no-session" | "signed-out" | "expired" | "deactivated" | "ended";

/** What is known at one moment, about one identity. Deep-frozen; the same object until something in it changes. */
export interface SessionSnapshot {
  /** Whether a user is signed in, as far as that is known. */
  readonly status: Status;
  /** Null unless authenticated. */
  readonly user: User | null;
  /**
   * Null-prototype map; empty unless authenticated. A name that the deployment did not list is `undefined`. An entry that did not change
   * keeps its identity.
   */
  readonly features: FeatureMap;
  /** Null unless unauthenticated. */
  readonly reason: SignedOutReason | null;
  /** The newest read failed, and what was known before is shown. A failed `session.fetch` changes nothing here. */
  readonly stale: boolean;
  /**
   * The failure behind `stale`, or behind "unknown"; "cookie-refused" where that ended the session; else null. "unknown"
   * without an error: an answer is awaited, or a sign-out is pending; or no session runs here (a server, a worker).
   */
  readonly error: SessionError | null;
  /**
   * When this session ends, as `Date.now()` counts. Known from a password sign-in on this page until another tab signs in, a sign-in
   * window is gone, or a further `login()` ends without a definite answer; else null.
   */
  readonly expiresAt: number | null;
  /** The session ends soon: true from the event `expiring` until the session has ended or is renewed. For what begins after that event. */
  readonly expiring: boolean;
  /**
   * A sign-out was called on this page and the deployment has not confirmed it. Until it is over no user is shown. One that failed is
   * sent again by itself, with the waits of failed reads. It is over when the deployment confirms it, when a user signs in here or
   * in another tab, or, once the WebAssembly runs, when `refresh()` is called after it failed. Together with "unknown", it
   * distinguishes "could not sign out" from "cannot reach the service".
   */
  readonly signOutPending: boolean;
  /** `reauthenticate` is running. A route guard should wait, not redirect. */
  readonly reauthenticating: boolean;
}

/** Ends a subscription: call it, or its `.unsubscribe()`. Idempotent. */
export interface Unsubscribe {
  (): void;
  unsubscribe(): void;
}

/** A listener as an object. */
export interface Observer<T> {
  /** Called with the value at once, and whenever it changes. */
  next?: ((value: T) => void) | undefined;
}

/**
 * Anything that can be subscribed to. `subscribe` is bound. It calls back at once, in the call, with the current value, then
 * on every change, and never after unsubscribing. A listener that throws is reported and does not stop the others. Carries
 * `Symbol.observable` and "@@observable".
 */
export interface Subscribable<T> {
  /** Calls the listener with the value at once, and whenever it changes, until what it returns is called. */
  subscribe(listener: ((value: T) => void) | Observer<T>): Unsubscribe;
}

/**
 * The period during which the page shows one user's data. It begins with the page, or where the one before it ended; it belongs to the
 * first user that is shown in it. It ends at a sign-out here or in another tab, at another user, and at `close()`. It outlasts a session that
 * merely ended (24 hours, 401, deactivated): the same user signs in again and goes on. Frozen; the same object until it ends.
 */
export interface Identity {
  /** A number that no other identity of this page has: a key for React and Vue, and for what is cached. */
  readonly key: number;
  /** Aborts when the identity ends, before any listener hears of what comes next. Its reason is a `SessionError` "superseded". */
  readonly signal: AbortSignal;
  /**
   * `session.fetch` for this identity only. Once the identity has ended it rejects with "superseded" and sends nothing, also where a
   * library repeats a request or reconnects a stream by itself: give it to HTTP clients. Bound; the same function for as long as the
   * identity lasts.
   */
  readonly fetch: Session["fetch"];
}

/**
 * A session. Its methods, and those of `permissions` and `sso`, are bound, except the three of `EventTarget`:
 * `const { login } = session` works. What fails rejects with a `SessionError`. Every call may reject with "closed", "wasm-unavailable"
 * and "network", and with "aborted" where it takes a `signal`; every call but `fetch` also with "timeout", "rate-limited", "server-error",
 * "invalid-response", "not-supported" (404) and, but for `login`, "forbidden" (403).
 */
export interface Session extends EventTarget, Subscribable<SessionSnapshot>, DisposableWhereKnown {
  /** The current snapshot; the same object until something in it changes. */
  readonly snapshot: SessionSnapshot;
  /**
   * Resolves once the WebAssembly runs and the session is known, with the first snapshot with another status than "unknown", and
   * keeps that one: for the current state, read `snapshot`. A sign-out, and `initial`, make the session known at once. Else the
   * promise stays pending while no read of the session succeeds. Rejects with "wasm-unavailable" if the WebAssembly does not run. If
   * that may pass (`retryable`), read `session.ready` again: the new promise waits for the next try. It rejects for
   * good if the page passed bytes that are no module, and with "closed" after `close()`. On a server and in a worker it resolves with `initial` where
   * that was given, else it rejects with "closed".
   */
  readonly ready: Promise<SessionSnapshot>;
  /**
   * Resolves with the first snapshot that is known, or that says in `error` why nothing is known, and keeps that one. Unlike
   * `ready`, it does not wait for an outage to end. Rejects with "closed" after `close()`, and where no session runs and no `initial` was given.
   */
  readonly settled: Promise<SessionSnapshot>;
  /** The snapshot with which the session was created: of `initial`, or unknown. Never changes. */
  readonly initial: SessionSnapshot;
  /** The current identity: its `fetch` for requests, its signal for other work, its key for what belongs to the user. */
  readonly identity: Identity;
  /**
   * The gate for these conditions: a feature, several, a role by rank, the status. Throws a `TypeError` that names a condition of a wrong type.
   *
   * With `atLeast`, the role catalogue is read by itself while the gate is watched; a role that is not the user's own is "unknown" until then.
   * Where the deployment refuses it (401, 403, 404) the gate is "denied", with `error`, until a user signs in, or the user's role
   * changes. Where it cannot be reached, or answers 401 while the session cannot be read, the gate stays "unknown", and the catalogue is
   * read again, with the retry policy of session reads. `reauthenticate` is never called for it. After each sign-in on this page it is read
   * anew: until then such a gate is "unknown".
   */
  gate(conditions: GateConditions): Gate;
  /** What the user may do, as one reactive object. */
  readonly permissions: Permissions;
  /** Single sign-on, by redirect or in a window. */
  readonly sso: SingleSignOn;

  /**
   * `POST /api/auth/login`. Resolves with the snapshot that shows the user, published at once; a session read follows, and
   * shows whether the browser kept the cookie. Sent once, never retried. It waits for the sign-outs before it, here and
   * in other tabs, for at most 3 s.
   *
   * Rejects with "missing-credentials", "invalid-credentials" or "account-deactivated". Rejects with "superseded" where,
   * meanwhile, `login()` or `logout()` is called, another tab signs out, or the page goes into the back/forward cache. When the page
   * is back, a read shows who is signed in.
   */
  login(
    credentials: { email: string; password: string },
    options?: { signal?: AbortSignal | undefined },
  ): Promise<SessionSnapshot>;
  /**
   * `POST /api/auth/logout`, which ends the session that the browser has by then, also another user's. At the call gates close, the token is
   * dropped, the identity ends, and the other tabs do the same. Resolves once the deployment confirms it; a further call joins one
   * that is under way.
   *
   * Rejects where the request failed; with "unauthenticated" where a proxy before the deployment answers 401. The status is then
   * "unknown", since the cookie may still be alive, and the sign-out is sent again by itself (`snapshot.signOutPending`); the last
   * time as the page goes, or at `close()`. So a page that shows the snapshot may write `logout().catch(() => {})`. Rejects with
   * "superseded" if `login()` is called meanwhile, or if the page goes before the WebAssembly runs: then it is sent at once.
   */
  logout(): Promise<void>;
  /**
   * Reads the session, and resolves with the snapshot: by a read that is asked for now or later, never by one that is under way
   * already. Calls within one task share one read, which leaves after that task. Waits for the sign-in or sign-out under way, and for sign-outs of other tabs. A sign-out
   * of this page that failed is given up, so the signed-in user is shown. Rejects with what went wrong; "account-deactivated", too.
   */
  refresh(options?: { signal?: AbortSignal | undefined }): Promise<SessionSnapshot>;
  /**
   * `GET /api/roles`: the catalogue; concurrent calls share one request. Kept until a sign-in on this page (of the same
   * user, too), a sign-out, the end of the session, or another user: after `reauthenticate`, await `roles()` again. While it is not known
   * who is there, it waits, and is asked for anew. Rejects with "unauthenticated" (401, see `reauthenticate`), "forbidden" (403),
   * "not-supported" (404), and "superseded" where the identity ends meanwhile.
   */
  roles(options?: { signal?: AbortSignal | undefined }): Promise<readonly Role[]>;
  /**
   * Whether the user's role is `role`, or ranks at least as high in the catalogue. Until the catalogue is there (by `roles()`, a
   * watched gate, or `initial`), and for names that are not in it, only the user's own role is. Wakes no listener: use `gate`
   * for that.
   */
  atLeast(role: RoleName): boolean;
  /**
   * `fetch` for the deployment's APIs (`/api/`, `/agent-hub-api/`, `/networks-api/`, `/data-api/`): cookie included, bearer
   * token attached where one is held, and a 401 answered by at most one `reauthenticate` and one retry. Any other URL is
   * refused before anything is sent ("foreign-url"). Resolves like `fetch`.
   *
   * - A relative `input` is relative to the deployment; a `Request` has its URL already. A `Request` is used up by the call, refused or not.
   * - Credentials are included whatever `credentials` says. An `Authorization` header of yours is left alone. A 401 to one, and
   *   to a body that came as a `ReadableStream` (Chromium sends one over HTTP/2 or later only), which can be sent only once, is handed on.
   * - Everything else is kept, and is read at the call. Options from which no request can be made reject with a `TypeError`.
   * - Any status resolves: a 404 with its response, never "not-found"; a 403 too, and the session is read again in the background.
   * - No answer rejects with a `SessionError`: "network", or "aborted" by your `AbortSignal`, whatever its reason. The snapshot
   *   stays as it is, not stale. Once there is an answer, an abort ends its body as it ends one of `fetch`.
   * - It ends with the identity that made it: while it waits, and while it is under way, it rejects with "superseded"; at `close()` with
   *   "closed". What is left of its body ends as well: with "superseded", or with an error of the browser's own, such as `AbortError`. `identity.signal.aborted`
   *   tells, of the identity before the call. With `keepalive: true` it goes on once it has left.
   * - While it is in question who is signed in, it waits for a session read: as the page begins, after another tab's message, after a
   *   `login()` without an answer, on a return from the back/forward cache; and during a `login()` or a sign-out. Requests that
   *   waited leave in the order of their calls. If that read, or that sign-out, fails, they reject with its code. This page hears of a
   *   sign-in in another tab only once it is answered. The browser may have the new cookie before: a request that is made in
   *   between is sent with that cookie.
   * - Redirects are followed as `redirect` says. Within the origin the token goes along, also out of the four prefixes; across origins
   *   the browser drops it, and Firefox (153) sends it again where that origin answers with another redirect. `redirect: "error"` keeps it
   *   from both.
   */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /**
   * Ends the session's timers, its listeners on the page, and its requests, but for those with `keepalive`. A sign-out that is not confirmed is sent a last time. Publishes "unknown" with the error "closed", once: every gate closes. After that nothing is published, and every call
   * rejects with "closed" (`sso.url()` throws it), unless its arguments are refused before: no URL ("foreign-url"), an
   * aborted signal ("aborted"), options from which no request can be made (`TypeError`). Idempotent; a session that an error of its
   * module has ended stays as it is.
   */
  close(): void;

  /** Listens to one of the session's own events, or to any other by its name. */
  addEventListener<K extends keyof SessionEvents>(
    type: K,
    listener: SessionEventListener<K>,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void;
  /** Takes the same arguments as `addEventListener`. */
  removeEventListener<K extends keyof SessionEvents>(
    type: K,
    listener: SessionEventListener<K>,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | EventListenerOptions,
  ): void;
}

/** What may listen to one of the session's own events: a function, or an object with `handleEvent`. */
export type SessionEventListener<K extends keyof SessionEvents> =
  | ((event: SessionEvents[K]) => void)
  | { handleEvent(event: SessionEvents[K]): void };

/** The session's own events. When one is dispatched, `session.snapshot` is in place already, or what a listener has changed since. */
export interface SessionEvents {
  /** `login()` succeeded, or a read finds a user where no user, or another, was signed in. Does not fire for the state in which a page starts, nor when the same user signs in elsewhere. */
  "signed-in": CustomEvent<{ user: User }>;
  /** A user was signed in and no longer is; or a sign-out was called, here or in another tab, before anything was known. */
  "signed-out": CustomEvent<{ reason: SignedOutReason }>;
  /**
   * An identity has ended: drop here what belongs to a person (caches, forms, open documents). Dispatched once for each, before any
   * listener hears of the next. `detail.key` is its key. Each call of `logout()` ends one: a listener must not call it.
   */
  "identity-ended": CustomEvent<{ readonly key: number }>;
  /** One entry for each feature that changed; `undefined` where it was, or is, not listed. Fires for the first answer of a page, and at `close()`, too. */
  "permissions-changed": CustomEvent<{
    changes: readonly {
      feature: string;
      previous: FeaturePermission | undefined;
      current: FeaturePermission | undefined;
    }[];
  }>;
  /**
   * Signed in, but the browser keeps no cookie. A token that is held carries the session until the page goes; without one the
   * session has ended. Fires once for each session object.
   */
  "cookie-refused": CustomEvent<{ error: SessionError }>;
  /** A read that no call asked for has failed; the session's first read counts among these. */
  "revalidation-failed": CustomEvent<{ error: SessionError }>;
  /** The session ends by itself in `expiringMs`, or less: the user must sign in again, for there is no renewal. Fires once for each password sign-in on this page. */
  expiring: CustomEvent<{ expiresAt: number }>;
}

/**
 * The permissions, as one reactive object. Methods are bound. An empty or unknown name is never granted, nor what
 * an object inherits ("__proto__", "constructor").
 */
export interface Permissions extends Subscribable<FeatureMap> {
  /** True only where the deployment said `enabled: true` for this very name. A look-up in a `Set` of the granted names. */
  can(feature: Feature): boolean;
  /** "unknown" while the session's status is; else "granted" or "denied". */
  state(feature: Feature): "unknown" | "granted" | "denied";
  /** What the deployment said of this name; `undefined` where it is not listed. */
  get(feature: Feature): FeaturePermission | undefined;
  /** The current map: deep-frozen, null-prototype, the same object until something in it changes. */
  readonly features: FeatureMap;
  /**
   * One feature as a subscribable. It fires only when that feature's entry changes. So it does not fire when the session becomes known
   * and the feature is not listed: to distinguish "unknown" from "denied", use `reading`, or a gate. The same object for as
   * long as the page holds it or is subscribed to it.
   */
  feature(
    feature: Feature,
  ): Subscribable<FeaturePermission | undefined> & { readonly value: FeaturePermission | undefined };
  /**
   * A feature with its state, as a subscribable. It fires when its state or limit changes. The same object for as
   * long as the page holds it or is subscribed to it.
   */
  reading(feature: Feature): Subscribable<PermissionReading> & {
    readonly value: PermissionReading;
    readonly initial: PermissionReading;
  };
  /**
   * `GET /api/auth/permissions`; published like the answer to a session read. Resolves with the map. Concurrent calls share one
   * request. An answer for another role than the shown one is followed by a session read. Rejects with "unauthenticated" (401,
   * see `reauthenticate`), "forbidden" (403), "not-supported" (404), and "superseded" where the identity ends meanwhile.
   */
  refresh(options?: { signal?: AbortSignal | undefined }): Promise<FeatureMap>;
}

/** Single sign-on. Methods are bound. */
export interface SingleSignOn {
  /** `GET /api/auth/sso/idp/config`: asked at each call; concurrent calls share one request. "not-supported" on a deployment without it. */
  config(options?: {
    signal?: AbortSignal | undefined;
  }): Promise<{ readonly enabled: boolean; readonly buttonLabel: string }>;
  /**
   * The address that a sign-in link may point to. Throws a `SessionError`:
   *
   * - "closed" after `close()`, and on a server.
   * - "not-ready" for any `returnUrl` while the WebAssembly, which checks it, does not run yet.
   * - "wasm-unavailable" for any `returnUrl` where the WebAssembly has stopped, or the page passed bytes that are no module.
   * - "invalid-return-url" for a `returnUrl` that the deployment would ignore.
   */
  url(options?: { returnUrl?: string | undefined }): string;
  /**
   * Leaves the page for the identity provider ("redirect", the default). The browser comes back to `returnUrl`, or to the deployment's
   * home page without one. Waits for the WebAssembly, which checks `returnUrl`.
   * Resolves as soon as the navigation is asked for; the page goes a moment later. Rejects, and stays on the page, with
   * "invalid-return-url"; with "sso-unavailable" where the deployment offers none; with "superseded" if the page goes into the
   * back/forward cache before it has been led away; with a `TypeError` for another `mode`.
   *
   * `mode: "popup"` keeps the page: call it on a click. Resolves once a user is signed in and published. Rejects with
   * "popup-blocked" where the browser opens no window, and with "popup-closed" where the window is closed, or comes back, and
   * no user is signed in.
   *
   * - The window opens in the turn of the call, unless `signal` is aborted already. It has no `opener`.
   * - Where the deployment's own page says in the window that the sign-in failed or was declined, that page stays to be read: the
   *   call waits until the window is closed.
   * - Where the window's pages are kept apart from this one (Cross-Origin-Opener-Policy), the call waits until this page has the
   *   focus again.
   * - On a front end on another origin than the deployment's, `returnUrl` must be a whole URL of that front end, and its
   *   origin in `allowedOrigins`. On a page of another origin, no script sees that the window is back.
   * - Where a user was signed in already, the call resolves as soon as the window is gone, or looks gone: a script cannot tell
   *   the same user's new session from the old one.
   */
  start(options?: {
    returnUrl?: string | undefined;
    mode?: "redirect" | "popup" | undefined;
    signal?: AbortSignal | undefined;
  }): Promise<void>;
}

/** What went wrong. ↻: `retryable`, so trying again may help. */
export type SessionErrorCode =
  | "missing-credentials" // email or password left empty (then nothing is sent), or 400 at sign-in
  | "invalid-credentials" // 401 at sign-in
  | "account-deactivated" // 403 at sign-in, 401 at the session read
  | "cookie-refused" // signed in, but the browser did not keep the session cookie
  | "unauthenticated" // 401 elsewhere, after `reauthenticate` if that was called. `logout` and `sso.config` meet it only where a proxy answers so
  | "forbidden" // 403 elsewhere
  | "not-found" // reserved: `session.fetch` resolves with a 404 as its response
  | "not-supported" // 404 for an endpoint of the Identity API: the installation is older than it
  | "sso-unavailable" // the deployment offers no single sign-on
  | "invalid-return-url" // the deployment would ignore this return URL
  | "popup-blocked" // the browser opened no sign-in window
  | "popup-closed" // the sign-in window was closed, or came back, and no user was signed in
  | "foreign-url" // `session.fetch` outside the deployment's four APIs; nothing was sent
  | "network" // ↻ no answer: offline, refused, reset, or blocked by CORS; a script cannot tell these apart
  | "timeout" // ↻ no whole answer within `timeoutMs`
  | "aborted" // by the caller's `AbortSignal`
  | "superseded" // something newer took its place: a newer call, or another identity
  | "rate-limited" // ↻ 429
  | "server-error" // ↻ 5xx
  | "invalid-response" // ↻ an answer that is not what the Identity API says, or one over 2 MiB
  | "not-ready" // ↻ `sso.url({ returnUrl })` while the WebAssembly does not run
  | "wasm-unavailable" // ↻ the WebAssembly, or `dist/without-wasm.js` where WebAssembly cannot run (Firefox asks for that one again only after a reload), did not load within 15 s. Not ↻ where it stopped, which ends the session, or the page passed bytes that are no module
  // after `close()`; or there is no page: a server, a worker
  | "closed";

/**
 * The method that failed, as it is called on a session; "read" for a read that no call asked for. `identity.fetch` is "fetch".
 */
export type SessionCall =
  | "login"
  | "logout"
  | "refresh"
  | "fetch"
  | "roles"
  | "permissions.refresh"
  | "sso.config"
  | "sso.start"
  | "sso.url"
  | "read";

/**
 * Its members cannot be changed; that of a snapshot or an event is frozen. Its message is the code in English words, with what to do where
 * the code alone does not say it; not a text for users. It carries no URL, header or body. Its stack begins where the method was called, so
 * error reporters group by that.
 */
export class SessionError extends Error {
  readonly name: "SessionError";
  /** What went wrong, for code to tell apart. */
  readonly code: SessionErrorCode;
  /** Which call failed; null for an error that was made for no call ("closed" and "wasm-unavailable" in a snapshot). */
  readonly call: SessionCall | null;
  /**
   * Nothing is wrong: the caller, the user or something newer ended the call ("superseded", "aborted", "closed", "popup-closed"). An error
   * reporter may drop it.
   */
  readonly expected: boolean;
  /** The browser's own error behind "network" and "wasm-unavailable", where it quotes no address. */
  readonly cause?: unknown;
  /** The HTTP status behind it, else null. */
  readonly status: number | null;
  /** Whether trying the same again may help. */
  readonly retryable: boolean;
  /** Milliseconds, from `Retry-After`; else null. */
  readonly retryAfterMs: number | null;
}

/** True for a `SessionError` of any copy of the package or realm. */
export function isSessionError(value: unknown): value is SessionError;
