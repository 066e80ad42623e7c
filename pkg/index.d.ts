// The public surface of platform-session.

/**
 * `{ [Symbol.dispose](): void }` where the consumer's `lib` knows `Symbol.dispose`, and nothing where it does not,
 * so that nobody needs `ESNext.Disposable` to use a session.
 */
type DisposeSymbol = SymbolConstructor extends { readonly dispose: infer Dispose extends symbol }
  ? Dispose
  : never;
type DisposableWhereKnown = { [Dispose in DisposeSymbol]: () => void };

/**
 * Starts the one session of this page. Returns at once: the WebAssembly module and the first
 * `GET /api/auth/session` are under way in parallel, `session.snapshot.status` is "unknown", and every gate is closed.
 * On a server (no `window`) it returns an inert session that makes no request and keeps no timer.
 */
export function createSession(options?: SessionOptions): Session;

/**
 * The one session of this page, for whoever asks, until it is closed: it outlives effects that are undone (React's StrictMode), discarded renders
 * and hot reloading. `options` count where it is created. On a server each call gives a new, inert session.
 */
export function pageSession(options?: SessionOptions): Session;

export interface SessionOptions {
  /** Origin of the deployment. Default: the page's own origin. Where the page has none (about:srcdoc, about:blank, a sandboxed frame, file:)
   *  it is to be given: without it `createSession` throws a `TypeError`. */
  baseUrl?: string;
  /** Origins, besides the deployment's own, that a return URL may point to. Default: none. */
  allowedOrigins?: readonly string[];
  /** Where the access token of a password sign-in lives. "memory" (default): inside the WebAssembly instance, until sign-out,
   *  expiry or page close. "discard": it is dropped as the answer is read, and only the HttpOnly cookie carries the session. */
  token?: "memory" | "discard";
  /** The session body a server already read for this page (same JSON as `GET /api/auth/session`), for hydration without a flash.
   *  Copied in the call. `null`, and what is no such JSON, is as good as absent. */
  initial?: unknown;
  /** When to read the session again. */
  revalidate?: {
    /** On becoming visible, focused, or restored from the back/forward cache. Default true. */
    onFocus?: boolean;
    /** On coming back online. Default true. */
    onOnline?: boolean;
    /** Poll every so many milliseconds while visible; 0 = never (default). Hidden tabs never poll. */
    intervalMs?: number;
    /** Least time between two automatic reads. Default 5000. */
    minIntervalMs?: number;
  };
  /** One deadline for a whole request, headers and body. Default 10000. */
  timeoutMs?: number;
  /** How long grants outlive the last good answer while the server cannot be reached. Default: the token's 24 hours. */
  maxStaleMs?: number;
  /** How many milliseconds before `expiresAt` the event `expiring` is told, once. Default 300000 (5 minutes); 0: not at all. */
  expiringMs?: number;
  /** Keep tabs of this origin in step. Default true. */
  tabs?: boolean;
  /** Called once for all who meet a 401 that the session read does not explain away, signed-out pages included: sign the user in, then resolve.
   *  Calls made through the `session` given here wait for nobody; all others wait, and are then sent again for that very user, or handed their
   *  401. A request that nobody had signed in for is sent again for whoever has. Requests that began before it ended in vain do not have it called again. */
  reauthenticate?: (session: Session, need: ReauthenticationNeed) => Promise<void>;
  /** Where the WebAssembly comes from, for hosts that serve it elsewhere. Default: beside the package's own module. */
  wasm?: string | URL | Request | Response | BufferSource | WebAssembly.Module;
}

export interface ReauthenticationNeed {
  /** "ended": nobody is signed in any more. "bearer": the user is signed in by the cookie, and the deployment wants a bearer token that this page
   *  does not hold (after a reload, after single sign-on). */
  readonly reason: "ended" | "bearer";
  /** Who was, or is, signed in; null where nobody was. */
  readonly user: User | null;
}

/** Augment with your deployment's names to have them checked: `declare module "platform-session" { interface FeatureNames { "chat-history": true } }` */
// biome-ignore lint/suspicious/noEmptyInterface: only an interface can be augmented.
export interface FeatureNames {}
export type Feature = [keyof FeatureNames] extends [never] ? string : Extract<keyof FeatureNames, string>;

/** Augment with your deployment's role names, like `FeatureNames`. */
// biome-ignore lint/suspicious/noEmptyInterface: only an interface can be augmented.
export interface RoleNames {}
export type RoleName = [keyof RoleNames] extends [never] ? string : Extract<keyof RoleNames, string>;

/** What a gate may ask for: all that is given must hold. Empty conditions, an empty list or name, a key that is present but `undefined`
 *  (a variable that was never set) and a key that is not listed here deny: nothing that is not asked for is granted. */
export interface GateConditions {
  /** One feature, or several that must all be granted. */
  feature?: Feature | readonly Feature[];
  /** The user's role is this one, or ranks at least as high in the catalogue. */
  atLeast?: RoleName;
  status?: "authenticated" | "unauthenticated";
}

/** "denied" as soon as one condition is denied; else "unknown" while one is unknown; else "granted". */
export type GateState = "unknown" | "granted" | "denied";

/** Fires only when its state changes. The same conditions give the same gate for as long as somebody holds it or watches it. */
export interface Gate extends Subscribable<GateState> {
  readonly value: GateState;
  /** `value === "granted"`: a state is a string, and every string is true in an `if`. */
  readonly granted: boolean;
  /** As it was when the session was created: what a server rendered, for hydration. */
  readonly initial: GateState;
  /** Why the role catalogue could not be read, where that is what denies; else null. */
  readonly error: SessionErrorCode | null;
}

/** A feature with its state: the same frozen object until something in it changes. */
export interface PermissionReading {
  readonly state: GateState;
  readonly enabled: boolean;
  /** As in `FeaturePermission`; null where the feature is not listed. */
  readonly limit: unknown;
}

export interface FeaturePermission {
  readonly enabled: boolean;
  /** As the deployment sent it: `null`, or a usage limit whose shape the platform does not define. Deep-frozen. */
  readonly limit: unknown;
}

export interface Company {
  readonly id: number;
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly country: string;
  readonly postalCode: string;
}

export interface User {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  /** Name of the user's role. */
  readonly userType: string;
  /** How the account signs in, e.g. "local"; null where the deployment did not say. */
  readonly authSource: string | null;
  /** Known after a password sign-in on this page, else null. */
  readonly company: Company | null;
}

export interface Role {
  readonly name: string;
  readonly rank: number;
  readonly label: string;
  readonly description: string;
}

export type Status = "unknown" | "authenticated" | "unauthenticated";

/** Why the session is unauthenticated. Only the deployment's own well-formed answer, a sign-out, or the token's known end says so: a failed request never does. */
export type SignedOutReason = "no-session" | "signed-out" | "expired" | "deactivated" | "ended";

/** Deep-frozen; the same object until something in it changes (`Object.is`). */
export interface SessionSnapshot {
  readonly status: Status;
  readonly user: User | null;
  /** Null-prototype map; empty unless authenticated. An entry that did not change keeps its identity. */
  readonly features: Readonly<Record<string, FeaturePermission>>;
  readonly reason: SignedOutReason | null;
  /** True while the newest read failed and older knowledge is shown. */
  readonly stale: boolean;
  /** The failure behind `stale` or "unknown", else null. */
  readonly error: SessionError | null;
  /** When this session ends by itself, as `Date.now()` counts: known after a password sign-in on this page, else null. */
  readonly expiresAt: number | null;
  /** A sign-out was called and the deployment has not confirmed it. It is told again by itself, with the retry policy of reads, until it is
   *  confirmed, somebody signs in, or `refresh()` asks for the truth. Tells "could not sign out" from "cannot reach the service". */
  readonly signOutPending: boolean;
  /** `reauthenticate` is under way: a route guard waits instead of leading away. */
  readonly reauthenticating: boolean;
}

/** Callable, and `.unsubscribe()`-able: React, Svelte, Vue, Solid, Angular and RxJS all take it as it is. Idempotent. */
export interface Unsubscribe {
  (): void;
  unsubscribe(): void;
}

export interface Observer<T> {
  next?(value: T): void;
}

/** Anything that can be subscribed to. `subscribe` is bound, calls back synchronously with the current value, then on every
 *  change, never after unsubscribing; a listener that throws does not stop the others. Carries `Symbol.observable` and "@@observable". */
export interface Subscribable<T> {
  subscribe(listener: ((value: T) => void) | Observer<T>): Unsubscribe;
}

export interface Session extends EventTarget, Subscribable<SessionSnapshot>, DisposableWhereKnown {
  /** The current snapshot. Stable identity. */
  readonly snapshot: SessionSnapshot;
  /** Says whether the module runs here and the session is known: resolves with the first snapshot whose status is not "unknown". Rejects with a
   *  `SessionError` if the module cannot run here; who asks after such a failure is told of the next try. On a server and in a worker it resolves
   *  with `initial` where that was given, else it rejects with "closed", as it does after `close()`. */
  readonly ready: Promise<SessionSnapshot>;
  /** Resolves with the first snapshot that is known, or says in `error` why not: it does not wait for an outage to end, as `ready` does.
   *  Rejects with "closed" where no session runs. */
  readonly settled: Promise<SessionSnapshot>;
  /** The snapshot with which the session was created: of `initial`, or unknown. Never changes. */
  readonly initial: SessionSnapshot;
  /**
   * The one primitive for gating: a feature, several, a role by rank, the status. Throws a `TypeError` that names a condition of a wrong type.
   *
   * With `atLeast`, the role catalogue is read by itself while the gate is watched; a role that is not the user's own is "unknown" until then.
   * Where the deployment refuses it (401, 403, 404) the gate is "denied", with `error`, until another user is there; where it cannot be reached
   * the gate stays "unknown", and the catalogue is read again, with the retry policy of session reads.
   */
  gate(conditions: GateConditions): Gate;
  readonly permissions: Permissions;
  readonly sso: SingleSignOn;

  /** `POST /api/auth/login`. Never retried by itself. A newer login or logout supersedes it (code "superseded"). */
  login(
    credentials: { email: string; password: string },
    options?: { signal?: AbortSignal },
  ): Promise<SessionSnapshot>;
  /** `POST /api/auth/logout`. Gates close, and the token is dropped, at the call. Rejects if the deployment could not be told;
   *  the status is then "unknown", since the cookie may still be alive. */
  logout(): Promise<void>;
  /** Reads the session again now; concurrent calls share one request. Rejects with what went wrong, if anything did. */
  refresh(options?: { signal?: AbortSignal }): Promise<SessionSnapshot>;
  /** `GET /api/roles`, kept for as long as the user stays the same; concurrent calls share one request. */
  roles(options?: { signal?: AbortSignal }): Promise<readonly Role[]>;
  /** Whether the user's role is `role`, or ranks at least as high in the catalogue. Until `roles()` has been read, and for names that are not in the
   *  catalogue, only the user's own role is. Wakes nobody: see `gate`. */
  atLeast(role: RoleName): boolean;
  /**
   * `fetch` for the deployment's APIs (`/api`, `/agent-hub-api`, `/networks-api`, `/data-api`): credentials included, bearer attached where
   * held, 401 answered by one reauthentication and one retry. Refuses any other URL (code "foreign-url"). Resolves like `fetch`.
   *
   * - A relative `input` is relative to the deployment; a `Request` has its URL already. A `Request` is used up by the call, refused or not.
   * - Credentials are included whatever `credentials` says. An `Authorization` header of yours is left alone, and its 401 handed on.
   * - Everything else is kept, and read in the turn of the call. Options that no request can be made of reject with a `TypeError`.
   * - A body that came as a `ReadableStream` cannot be had twice: it is not sent again, and its 401 is handed on.
   * - Any status resolves: a 404 with its response, never "not-found"; a 403 too, and the session is read again in the background.
   * - No answer rejects with a `SessionError`: "network", or "aborted" by your `AbortSignal`, whatever its reason. Once there is an answer,
   *   an abort ends its body as it ends one of `fetch`.
   * - Redirects are followed as `redirect` says; across origins the browser drops the bearer.
   */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** Stops timers, listeners and requests. Publishes "unknown" with the error "closed", once: every gate closes. What is called later rejects
   *  with "closed". Idempotent. */
  close(): void;

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

export interface SessionEvents {
  "signed-in": CustomEvent<{ user: User }>;
  "signed-out": CustomEvent<{ reason: SignedOutReason }>;
  /** One entry a feature that changed; `undefined` where it was, or is, not listed. */
  "permissions-changed": CustomEvent<{
    changes: readonly {
      feature: string;
      previous: FeaturePermission | undefined;
      current: FeaturePermission | undefined;
    }[];
  }>;
  /** Signed in, but the browser keeps no cookie: a token held here carries the session until this page goes; without one the session has ended. Once. */
  "cookie-refused": CustomEvent<{ error: SessionError }>;
  /** An automatic read failed. */
  "revalidation-failed": CustomEvent<{ error: SessionError }>;
  /** The session ends by itself in `expiringMs`, or less: once. */
  expiring: CustomEvent<{ expiresAt: number }>;
}

/** The reactive permissions object. Methods are bound. An empty, unknown or inherited name ("__proto__", "constructor") is never granted. */
export interface Permissions extends Subscribable<Readonly<Record<string, FeaturePermission>>> {
  /** True only where the deployment said `enabled: true` for this very name. No boundary is crossed: it reads the published snapshot. */
  can(feature: Feature): boolean;
  /** "unknown" until the session is known; never granted by default. */
  state(feature: Feature): "unknown" | "granted" | "denied";
  get(feature: Feature): FeaturePermission | undefined;
  /** The current map: deep-frozen, null-prototype, stable identity. */
  readonly features: Readonly<Record<string, FeaturePermission>>;
  /** One feature as a subscribable of its own; it fires only when that feature changes. The same object for as long as somebody holds or watches it. */
  feature(
    feature: Feature,
  ): Subscribable<FeaturePermission | undefined> & { readonly value: FeaturePermission | undefined };
  /** A feature with its state, as a subscribable of its own: it fires when its state or limit changes. The same object for as long as somebody
   *  holds or watches it. */
  reading(feature: Feature): Subscribable<PermissionReading> & {
    readonly value: PermissionReading;
    readonly initial: PermissionReading;
  };
  /** `GET /api/auth/permissions`; the answer is published like a session read's. Concurrent calls share one request. An answer for another
   *  role than the one shown is followed by a session read, which says whose it is. */
  refresh(options?: { signal?: AbortSignal }): Promise<Readonly<Record<string, FeaturePermission>>>;
}

export interface SingleSignOn {
  /** `GET /api/auth/sso/idp/config`. */
  config(options?: {
    signal?: AbortSignal;
  }): Promise<{ readonly enabled: boolean; readonly buttonLabel: string }>;
  /** The address a sign-in link may point to. Throws "invalid-return-url" for a target the deployment would ignore, and "not-ready" for any target
   *  until the WebAssembly module, which judges it, runs here: after `ready` it does. Where it never will, that is "wasm-unavailable". Throws "closed" after `close()`, and on a server. */
  url(options?: { returnUrl?: string }): string;
  /** Leaves the page for the identity provider; waits for the module to judge `returnUrl`. Rejects with "sso-unavailable", without leaving, where the deployment offers none.
   *  In popup mode the page stays, and the promise resolves once the session is read in, or rejects with "popup-blocked" or "popup-closed".
   *  The window is opened in the turn of the call, for no signal that is aborted already, and has no `opener`. A window whose pages are kept apart from this one (Cross-Origin-Opener-Policy) is waited for until this page has the focus again. */
  start(options?: { returnUrl?: string; mode?: "redirect" | "popup"; signal?: AbortSignal }): Promise<void>;
}

export type SessionErrorCode =
  | "missing-credentials" // 400 at sign-in, or email or password left empty (then nothing is sent)
  | "invalid-credentials" // 401 at sign-in
  | "account-deactivated" // 403 at sign-in, 401 at the session read
  | "cookie-refused" // signed in, but the browser did not keep the session cookie, and no token is held
  | "unauthenticated" // 401 elsewhere
  | "forbidden" // 403 elsewhere
  | "not-found" // 404 elsewhere: absent, or not visible to the caller
  | "not-supported" // 404 for an endpoint of the Identity API: the installation predates it
  | "sso-unavailable"
  | "invalid-return-url"
  | "popup-blocked"
  | "popup-closed"
  | "foreign-url"
  | "network" // no answer: offline, refused, reset, or blocked by CORS; a script cannot tell these apart
  | "timeout"
  | "aborted"
  | "superseded"
  | "rate-limited" // 429
  | "server-error" // 5xx
  | "invalid-response" // an answer that is not what the Identity API says
  | "not-ready" // `sso.url({ returnUrl })` before the module is there
  | "wasm-unavailable" // no WebAssembly here: CSP without 'wasm-unsafe-eval', lockdown mode, or the file did not load
  | "closed";

export class SessionError extends Error {
  readonly name: "SessionError";
  readonly code: SessionErrorCode;
  /** The HTTP status behind it, else null. */
  readonly status: number | null;
  /** Whether trying the same again may help. */
  readonly retryable: boolean;
  /** From `Retry-After`, else null. */
  readonly retryAfterMs: number | null;
}

/** True for a `SessionError` of any copy of the package or realm. */
export function isSessionError(value: unknown): value is SessionError;
