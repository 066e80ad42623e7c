// The double of the session, for the tests of those who use the package.

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

/** The features that are granted, by name; or each with `true`, `false`, or what the deployment says of it. */
export type TestFeatures = readonly Feature[] | Partial<Record<Feature, boolean | FeaturePermission>>;

/** What a test says of a user; what is left out, or `undefined`, is made up or as before. */
export type TestUser = { readonly [Member in keyof User]?: User[Member] | undefined };

/** How the double begins. */
export interface TestSessionOptions {
  /** How things are when the test begins. Default: "authenticated" where `user` or `features` are given, and `user` is not `null`; else "unauthenticated". */
  status?: Status | undefined;
  /** Who is, or will be, signed in; `null`: no user is. What is left out is made up: `id` 1, "user@example.com", role "default". */
  user?: TestUser | null | undefined;
  /** What that user may do. Default: nothing. */
  features?: TestFeatures | undefined;
  /** The role catalogue, known from the beginning. Default: empty. */
  roles?: readonly Role[] | undefined;
  /** How calls end from the beginning, as by `answer`: `answers: { fetch: () => Response.json({ agents: [] }), logout: "network" }`. */
  answers?: TestAnswers | undefined;
  /** Wraps each publication: pass the `act` of your framework's test library, so that components have rendered when a call returns. */
  notify?: ((publish: () => void) => void) | undefined;
  /**
   * As of a session: called where `fetch`, `roles` or `permissions.refresh` is answered 401, with the same rules. `endOnDeployment()` leads
   * there ("ended"), and so does a 401 to a user who is signed in ("bearer"): by `answer`, and not after a `login()`, which brings a token.
   *
   * `true`: the request is in `session.reauthentication`, for a component or for the test to answer. Left out, the session has no such
   * option: the request gets its 401, and the session has ended.
   */
  reauthenticate?: SessionOptions["reauthenticate"] | true;
}

/**
 * A session whose deployment is the test. It is made of the real session's parts, and says in snapshots, gates, events and
 * errors what the real one would; no WebAssembly, network or timers. Calls end in a microtask.
 *
 * What is steered is published before the call returns. Promises that have settled, and a session that was closed, stay so.
 */
export interface TestSession extends Session {
  /**
   * A user signs in. What is left out of `user` is as before. `features` left out: as before for the same `id`, none for
   * another.
   */
  signIn(user?: TestUser, features?: TestFeatures): void;
  /** No user is signed in any more. Default reason: "signed-out"; of another than those, throws a `TypeError`. */
  signOut(reason?: SignedOutReason): void;
  /**
   * The deployment has ended the session, and the page does not know it yet. The next `fetch`, `roles` or `permissions.refresh` is answered
   * 401, whatever `answer` says of the status, and everything that follows from it happens as in a page: the read, `reauthenticate`, the
   * repetition, "ended". `refresh()` finds it, too. Lasts until a user signs in. `answer("refresh", code)` is how that read fails.
   */
  endOnDeployment(): void;
  /**
   * The session ends soon: `snapshot.expiring`, and the event `expiring`. Default: five minutes from now. Throws a `TypeError` where no user
   * is shown as signed in. No time passes: it has ended once the test calls `signOut("expired")`.
   */
  setExpiring(expiresAt?: number): void;
  /**
   * With the option `reauthenticate: true`, what the user is asked for now: for a component that takes a `reauthentication`, as for
   * `useReauthentication`; or the test answers it, `await session.reauthentication.value?.login({ email, password })`. `notify` wraps what
   * it publishes. Without that option its value is always `null`.
   */
  readonly reauthentication: Reauthentication;
  /** What the user may do from now on, and all of it. Where no user is signed in: what the same user may do after the next sign-in. */
  setFeatures(features: TestFeatures): void;
  /** The role catalogue from now on. */
  setRoles(roles: readonly Role[]): void;
  /** Nothing is known, and every gate is closed. `error`: why; without it the answer is still awaited. */
  setUnknown(error?: SessionErrorCode): void;
  /** The newest read has failed, and what was known before is shown. Default: "network". */
  setStale(error?: SessionErrorCode): void;
  /**
   * How calls of that name end from now on; `null`: they go well again. Without it they go well: `login` signs the user in with the e-mail
   * that was given, `refresh` shows who is signed in, `sso.start` resolves (in a popup it signs in), `fetch` answers 200 `{}`.
   *
   * `roles` with "unauthenticated", "forbidden" or "not-supported": the catalogue is refused, and gates with `atLeast` say so.
   */
  answer(call: TestCall, outcome: SessionErrorCode | null): void;
  /**
   * What `session.fetch` is answered with. The request has its whole URL, and no header of the session's. A code that stands
   * for a status is a response with that status, as `fetch` resolves with any. What is left of a body fails with an `AbortError` as
   * the identity ends (`identity.signal.aborted`), unless the request has `keepalive`. It is asked again where a 401 leads to a repetition. Throws a `TypeError` for a code that it never rejects with.
   */
  answer(
    call: "fetch",
    outcome: SessionErrorCode | ((request: Request) => Response | Promise<Response>) | null,
  ): void;
  /**
   * What was called on the session, in order, without passwords and bodies; a request that is repeated after a 401 is one call. Frozen; a new
   * list after each call.
   */
  readonly calls: readonly TestSessionCall[];
  /** All as it was when the session was created, `answers` too, and no calls. Who has subscribed stays subscribed. */
  reset(): void;
}

/** The calls of which a test may choose the end. */
export type TestCall =
  | "login"
  | "logout"
  | "refresh"
  | "roles"
  | "permissions.refresh"
  | "sso.config"
  | "sso.start";

/** By call, what `answer` takes. */
export type TestAnswers = {
  readonly [Call in TestCall]?: SessionErrorCode | null | undefined;
} & {
  readonly fetch?: SessionErrorCode | ((request: Request) => Response | Promise<Response>) | null | undefined;
};

/** A call that was made on the double. */
export interface TestSessionCall {
  /** As it is called on the session, e.g. "sso.start". */
  readonly name: string;
  /** `login`: `{ email }`; `fetch`: `{ method, url }`; `sso.start`: `{ mode, returnUrl? }`; else absent. */
  readonly detail?: unknown;
}

/**
 * Throws a `TypeError` that names the option: for one of a wrong type, for what no deployment could send, and for one that does not exist.
 * So does every call, for a member of `user`, `features` or `roles` that does not exist.
 */
export function createTestSession(options?: TestSessionOptions): TestSession;

/**
 * The user signs in again, as the page asks for this session: in the dialog of `signInDialog()`, whatever framework is around it, or by
 * `session.reauthentication`. Waits until the page asks, for at most a second, and resolves once the sign-in is over. Where `answer` has it
 * fail, rejects with that error, and the page still asks. Rejects with "superseded" where the dialog goes before the sign-in has begun.
 */
export function signInAgain(session: TestSession): Promise<void>;

/**
 * The JSON of `GET /api/auth/session`, for request mocks and end-to-end tests: a user signed in where `user` or `features`
 * are given, else none. A `user` that is `null` is none.
 */
export function sessionBody(options?: {
  user?: TestUser | null | undefined;
  features?: TestFeatures | undefined;
}): unknown;
