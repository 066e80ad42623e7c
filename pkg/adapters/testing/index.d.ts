// The double of the session, for the tests of those who use the package.

import type {
  Feature,
  FeaturePermission,
  Role,
  Session,
  SessionErrorCode,
  SignedOutReason,
  Status,
  User,
} from "platform-session";

/** The features that are granted, by name; or each with `true`, `false`, or what the deployment says of it. */
export type TestFeatures = readonly Feature[] | Partial<Record<Feature, boolean | FeaturePermission>>;

export interface TestSessionOptions {
  /** How things are when the test begins. Default: "authenticated" where `user` or `features` are given, and `user` is not `null`; else "unauthenticated". */
  status?: Status | undefined;
  /** Who is, or will be, signed in; `null`: nobody is. What is left out is made up: `id` 1, "user@example.com", role "default". */
  user?: Partial<User> | null | undefined;
  /** What that user may do. Default: nothing. */
  features?: TestFeatures | undefined;
  /** The role catalogue, known from the beginning. Default: empty. */
  roles?: readonly Role[] | undefined;
  /** Wraps each publication: pass the `act` of your framework's test library, so that components have rendered when a call returns. */
  notify?: ((publish: () => void) => void) | undefined;
}

/**
 * A session whose deployment is the test. It is made of the real session's parts, and says in snapshots, gates, events and
 * errors what the real one would; no WebAssembly, network or timers. Calls end in a microtask.
 *
 * What is steered is published before the call returns. Promises that have settled, and a session that was closed, stay so.
 */
export interface TestSession extends Session {
  /**
   * Somebody signs in. What is left out of `user` is as before. `features` left out: as before for the same `id`, none for
   * another.
   */
  signIn(user?: Partial<User>, features?: TestFeatures): void;
  /** Nobody is signed in any more. Default reason: "signed-out"; of another than those, throws a `TypeError`. */
  signOut(reason?: SignedOutReason): void;
  /** What the user may do from now on, and all of it. Where nobody is signed in: what the same user may do after the next sign-in. */
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
   * for a status is a response with that status, as `fetch` resolves with any. What is left of a body fails with `superseded` as the
   * identity ends, unless the request has `keepalive`. Throws a `TypeError` for a code that it never rejects with.
   */
  answer(
    call: "fetch",
    outcome: SessionErrorCode | ((request: Request) => Response | Promise<Response>) | null,
  ): void;
  /** What was called on the session, in order, without passwords and bodies. Frozen; a new list after each call. */
  readonly calls: readonly TestSessionCall[];
  /** All as it was when the session was created, and no calls. Who has subscribed stays subscribed. */
  reset(): void;
}

/** The calls whose end a test may choose. */
export type TestCall =
  | "login"
  | "logout"
  | "refresh"
  | "roles"
  | "permissions.refresh"
  | "sso.config"
  | "sso.start";

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
 * The JSON of `GET /api/auth/session`, for request mocks and end-to-end tests: somebody signed in where `user` or `features`
 * are given, else nobody. A `user` that is `null` is nobody.
 */
export function sessionBody(options?: {
  user?: Partial<User> | null | undefined;
  features?: TestFeatures | undefined;
}): unknown;
