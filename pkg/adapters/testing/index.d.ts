// A session for the tests of applications: its deployment is the test.

import type {
  Feature,
  FeaturePermission,
  Role,
  Session,
  SessionErrorCode,
  SessionOptions,
  SignedOutReason,
  Status,
  User,
} from "platform-session";
import type { Reauthentication } from "platform-session/reauthentication";

/** A list of the granted features; or a map of features to `true`, `false`, or the deployment's permission. */
export type TestFeatures = readonly Feature[] | Partial<Record<Feature, boolean | FeaturePermission>>;

/** Some members of a user. A member that is left out, or `undefined`, is as before, or has a default. */
export type TestUser = { readonly [Member in keyof User]?: User[Member] | undefined };

/** The options of a test session. */
export interface TestSessionOptions {
  /** The status at the beginning. Default: "authenticated" where `user` or `features` are given, and `user` is not `null`; else "unauthenticated". */
  status?: Status | undefined;
  /** The user who is signed in, or signs in later; `null`: no user is. Defaults: `id` 1, "user@example.com", role "default". */
  user?: TestUser | null | undefined;
  /** The features of that user. Default: none. */
  features?: TestFeatures | undefined;
  /** The role catalogue, known from the beginning. Default: empty. */
  roles?: readonly Role[] | undefined;
  /** The outcomes of calls from the beginning, as by `answer`: `answers: { fetch: () => Response.json({ agents: [] }), logout: "network" }`. */
  answers?: TestAnswers | undefined;
  /** Called with each publication, to call it: pass the `act` of your framework's test library, so that components have rendered afterwards. */
  notify?: ((publish: () => void) => void) | undefined;
  /**
   * As the option of a session: called where `fetch`, `roles` or `permissions.refresh` is answered 401, by the same rules. It is called with the
   * reason "ended" after `endOnDeployment()`, and with "bearer" after a 401 by `answer` to a signed-in user without a token (no `login()`).
   *
   * `true`: the request to sign in again is in `session.reauthentication`, for a component or the test to answer. Without this option a request
   * gets its 401, and the session has ended.
   */
  reauthenticate?: SessionOptions["reauthenticate"] | true;
}

/**
 * A session for which the test is the deployment. It is made of the real session's parts, and has the same snapshots, gates, events and errors, without
 * WebAssembly, network or timers. Calls end in a microtask.
 *
 * The methods below publish before they return. They do not change promises that have settled, nor a closed session.
 */
export interface TestSession extends Session {
  /**
   * Signs a user in. Members that `user` leaves out are as before. Without `features`, the same `id` keeps its features, and another `id`
   * has none.
   */
  signIn(user?: TestUser, features?: TestFeatures): void;
  /** Signs the user out. Default reason: "signed-out". Throws a `TypeError` for a reason that does not exist. */
  signOut(reason?: SignedOutReason): void;
  /**
   * Ends the session on the deployment, without the page knowing it yet. The next `fetch`, `roles` or `permissions.refresh` is answered 401, even
   * if `answer` has chosen another status, and the rest happens as in a page: the session read, `reauthenticate`, the repetition, "ended".
   * `refresh()` finds it, too. Lasts until a user signs in. `answer("refresh", code)` makes the session read fail.
   */
  endOnDeployment(): void;
  /**
   * Lets the session end soon: `snapshot.expiring`, and the event `expiring`. Default: five minutes from now. Throws a `TypeError` where no user
   * is shown as signed in. No timer runs: the session ends when the test calls `signOut("expired")`.
   */
  setExpiring(expiresAt?: number): void;
  /**
   * The open request to sign in again, with the option `reauthenticate: true`: for a component that takes a `reauthentication`, or for the test to
   * answer with `await session.reauthentication.value?.login({ email, password })`. Its listeners are called within `notify`. Without that option
   * its value is always `null`.
   */
  readonly reauthentication: Reauthentication;
  /** Replaces all features of the user. Where no user is signed in, the same user has them after the next sign-in. */
  setFeatures(features: TestFeatures): void;
  /** Replaces the role catalogue. */
  setRoles(roles: readonly Role[]): void;
  /** Makes the session unknown, so that every gate is closed. `error`: the reason; without it an answer is still awaited. */
  setUnknown(error?: SessionErrorCode): void;
  /** Lets the newest read fail: what was known before is shown as stale. Default: "network". */
  setStale(error?: SessionErrorCode): void;
  /**
   * Chooses how calls of this name end from now on; `null`: they succeed again, as by default. `login` then signs the user in with the given
   * email address, `refresh` shows who is signed in, `sso.start` resolves (in a popup it signs in), `fetch` resolves with 200 `{}`.
   *
   * `roles` with "unauthenticated", "forbidden" or "not-supported": the catalogue is refused, and gates with `atLeast` have that `error`.
   */
  answer(call: TestCall, outcome: SessionErrorCode | null): void;
  /**
   * Chooses the answer to `session.fetch`. The function gets the request with its whole URL, without headers of the session, and is called again
   * where a 401 leads to a repetition. A code that stands for a status gives a response with that status, because `fetch` resolves with any
   * status. When the identity ends, the unread rest of a body fails with an `AbortError` (`identity.signal.aborted`), unless the request has
   * `keepalive`. Throws a `TypeError` for a code with which `fetch` never rejects.
   */
  answer(
    call: "fetch",
    outcome: SessionErrorCode | ((request: Request) => Response | Promise<Response>) | null,
  ): void;
  /**
   * The calls on the session, in order, without passwords and bodies. A request that is repeated after a 401 is one call. Frozen; a new list
   * after each call.
   */
  readonly calls: readonly TestSessionCall[];
  /** Restores the state in which the session was created, with its `answers`, and empties `calls`. Listeners stay subscribed. */
  reset(): void;
}

/** The calls for which a test may choose the outcome. */
export type TestCall =
  | "login"
  | "logout"
  | "refresh"
  | "roles"
  | "permissions.refresh"
  | "sso.config"
  | "sso.start";

/** The outcomes that `answer` takes, by call. */
export type TestAnswers = {
  readonly [Call in TestCall]?: SessionErrorCode | null | undefined;
} & {
  readonly fetch?: SessionErrorCode | ((request: Request) => Response | Promise<Response>) | null | undefined;
};

/** A call on the test session. */
export interface TestSessionCall {
  /** The name of the method, e.g. "sso.start". */
  readonly name: string;
  /** `login`: `{ email }`; `fetch`: `{ method, url }`; `sso.start`: `{ mode, returnUrl? }`; else absent. */
  readonly detail?: unknown;
}

/**
 * Makes a test session. Throws a `TypeError` that names the option, where it does not exist, has a wrong type, or has a value that no deployment
 * could send. Every method does so, too, for members of `user`, `features` or `roles`.
 */
export function createTestSession(options?: TestSessionOptions): TestSession;

/**
 * Signs the user in again where the page asks for it: in the dialog of `signInDialog()`, with any framework, or by `session.reauthentication`.
 * Waits at most a second until the page asks, and resolves once the sign-in is over. If `answer` makes the sign-in fail, it rejects with that
 * error, and the page still asks. It rejects with "superseded" if the dialog closes before the sign-in has begun.
 */
export function signInAgain(session: TestSession): Promise<void>;

/**
 * Returns the JSON of `GET /api/auth/session`, for request mocks and end-to-end tests. A user is signed in if `user` or `features` are given, and
 * `user` is not `null`.
 */
export function sessionBody(options?: {
  user?: TestUser | null | undefined;
  features?: TestFeatures | undefined;
}): unknown;
