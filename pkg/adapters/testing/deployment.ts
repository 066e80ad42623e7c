// The deployment of a test session: which account is signed in there, how calls change that, and which publications follow.

import type {
  FeatureMap,
  Role,
  SessionErrorCode,
  SessionSnapshot,
  SignedOutReason,
  Status,
} from "platform-session";
import { readInitial } from "../../entry/initial.js";
import type { Publication, PublishedEvent } from "../../entry/publisher.js";
import type { SessionError } from "../../entry/session-error.js";
import { UNKNOWN } from "../../entry/snapshot.js";
import { failure } from "./failures.js";
import type { TestFeatures, TestUser } from "./index.js";
import { refuseUnknown } from "./known-members.js";
import { bodyOf, completeUser, type Permissions, permissionsOf } from "./session-body.js";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Failures of the role catalogue that mean a refusal: the catalogue is not asked for again. */
const REFUSALS: readonly (SessionErrorCode | null)[] = ["unauthenticated", "forbidden", "not-supported"];

/** Failures of a call that come from the page and not from the deployment. */
const LOCAL_FAILURES: readonly SessionErrorCode[] = ["aborted", "superseded"];

/** The state in which a test begins. */
export interface TestState {
  status: Status;
  user: TestUser | null | undefined;
  features: TestFeatures | undefined;
  roles: readonly Role[];
}

export type Publish = (publication: Publication, isSignOut: boolean) => void;
export type Deployment = ReturnType<typeof createDeployment>;

/**
 * Makes a deployment. It calls `publish` with each publication; `isSignOut`: a sign-out was called, here or in another tab. The events of sign-ins
 * and sign-outs follow the rules of `src/core/rules/publish.rs`.
 */
export function createDeployment({ status, user, features, roles }: TestState, publish: Publish) {
  /** The account that is, or was last, signed in. It signs in again unless a test names another user. */
  let account = { user: completeUser(user ?? undefined), permissions: permissionsOf(features) };
  /** Whether the deployment knows that account as signed in. */
  let isSignedIn = status !== "unauthenticated";
  /** Whether the deployment has ended that account's session: requests are answered 401 until the next sign-in. */
  let hasEnded = false;
  /** The number of the current epoch: a new one begins at a `login()`, and whenever the signed-in user becomes another or none. */
  let epoch = 0;
  /** The epoch of the token that a sign-in has brought; -1: there is no token. */
  let tokenEpoch = -1;
  let catalogue = copyOf(roles);
  let isRefused = false;
  /** The code with which the deployment refuses the role catalogue; `null` if it does not. */
  let refusal: SessionErrorCode | null = null;
  /** The snapshot that is shown, without the account's user and features. */
  let shown: SessionSnapshot = { ...UNKNOWN };
  /** The features that were shown last. */
  let shownFeatures: FeatureMap | undefined;
  /** The last state for which `announce` was called: the id of the user, or the reason why no user is signed in. */
  let announced: number | SignedOutReason | undefined;

  const show = (facts: Partial<SessionSnapshot>, sessionEvents: PublishedEvent[] = [], isSignOut = false) => {
    shown = { ...UNKNOWN, ...facts };
    const roles = isRefused ? null : catalogue;
    const publication: Publication = { ...shown, rolesChanged: true, roles, rolesRefusal: refusal };
    if (shown.status === "authenticated") {
      const body = bodyOf(account.user, account.permissions);
      const initial = readInitial(body, shownFeatures);
      if (!initial) throw new TypeError("no deployment could say that of a user");
      shownFeatures = initial.features;
      const { company } = account.user;
      Object.assign(publication, {
        ...initial.content,
        features: shownFeatures,
        user: { ...initial.user, company: company ? { ...company } : null },
      });
    }
    publish({ ...publication, sessionEvents: [...announce(publication), ...sessionEvents] }, isSignOut);
  };

  /** Returns the event `signed-in` or `signed-out` if the user has changed since the last call, and notes the new state. */
  const announce = ({ user, reason }: Publication): PublishedEvent[] => {
    const before = announced;
    if (!user && !reason) return [];
    announced = user ? user.id : (reason as SignedOutReason);
    if (user) return before === undefined || before === user.id ? [] : [{ type: "signed-in" }];
    const happened = before === undefined ? reason === "signed-out" : typeof before === "number";
    return happened ? [{ type: "signed-out", reason: reason as SignedOutReason }] : [];
  };

  const signIn = (given: TestUser, permissions?: Permissions, facts: Partial<SessionSnapshot> = {}) => {
    const isSame = given.id === undefined || given.id === account.user.id;
    account = {
      user: completeUser(given, isSame ? account.user : undefined),
      // The features of a user do not carry over to another id.
      permissions: permissions ?? (isSame ? account.permissions : {}),
    };
    isSignedIn = true;
    hasEnded = false;
    if (!isSame) epoch++;
    show({ status: "authenticated", ...facts });
  };

  const endSession = (reason: SignedOutReason, isSignOut?: boolean) => {
    isSignedIn = false;
    if (isSignOut || shown.status !== "unauthenticated") epoch++;
    show({ status: "unauthenticated", reason }, [], isSignOut);
  };

  /** Completes a sign-out under way: a sign-in waits for it. */
  const completeSignOut = () => {
    if (shown.signOutPending && shown.reason === "signed-out") endSession("signed-out");
  };

  /** Publishes what a successful session read finds. */
  const read = () => {
    if (isSignedIn) {
      const { expiresAt } = shown;
      return show({ status: "authenticated", expiresAt });
    }
    // A reason that was announced before stays.
    endSession(typeof announced === "number" ? "ended" : (announced ?? "no-session"));
  };

  /** Publishes that a session read has failed: a known session stays, and is stale. */
  const showStale = (error: SessionError, sessionEvents: PublishedEvent[]) => {
    const isKnown = shown.status !== "unknown";
    show({ ...shown, stale: isKnown, error }, sessionEvents);
  };

  const failureEvents = (error: SessionError): PublishedEvent[] => [{ type: "revalidation-failed", error }];

  const readFailed = (error: SessionError, sessionEvents = failureEvents(error)) => {
    if (error.code === "account-deactivated") endSession("deactivated");
    else if (error.code === "wasm-unavailable") show({ error });
    else if (!LOCAL_FAILURES.includes(error.code)) showStale(error, sessionEvents);
  };

  return {
    /** Publishes the state in which a test begins. */
    begin() {
      announced = undefined;
      if (status === "unknown") show({});
      else read();
    },
    isSignedIn: () => isSignedIn,
    hasEnded: () => hasEnded,
    userId: () => account.user.id,
    /** The snapshot that is shown, without the account's user and features. */
    shown: () => shown,
    credentials: () => ({ epoch, holdsToken: tokenEpoch === epoch }),
    dropToken() {
      tokenEpoch = -1;
    },
    /** Whether a session read would change what is shown. */
    hasNews: () =>
      shown.error !== null || shown.status !== (isSignedIn ? "authenticated" : "unauthenticated"),
    showAgain: () => show(shown),
    endOnDeployment() {
      isSignedIn = false;
      hasEnded = true;
    },
    setExpiring(expiresAt: number) {
      if (!Number.isFinite(expiresAt)) throw new TypeError("expiresAt must be a time in milliseconds");
      if (shown.status !== "authenticated")
        throw new TypeError("nothing can expire: no user is shown as signed in");
      show({ ...shown, expiresAt }, [{ type: "expiring" }]);
    },
    signIn: (given: TestUser = {}, features?: TestFeatures) =>
      signIn(given, features && permissionsOf(features)),
    signOut: (reason: SignedOutReason) => endSession(reason, reason === "signed-out"),
    setFeatures(features: TestFeatures) {
      account = { ...account, permissions: permissionsOf(features) };
      show(shown);
    },
    setRoles(roles: readonly Role[]) {
      catalogue = copyOf(roles);
      show(shown);
    },
    setUnknown(code?: SessionErrorCode) {
      const error = code === undefined ? null : failure(code);
      show({ error }, error ? failureEvents(error) : []);
    },
    setStale(code: SessionErrorCode = "network") {
      const error = failure(code);
      showStale(error, failureEvents(error));
    },
    // Effects of calls that succeed: `login`, `logout` and `refresh`.
    login(email: string) {
      completeSignOut();
      // With this, the sign-in is announced even if the same user was signed in before, or nothing was known.
      announced = "no-session";
      epoch++;
      tokenEpoch = epoch;
      signIn({ email }, undefined, { expiresAt: Date.now() + DAY_MS });
    },
    completeSignOut,
    logoutCalled: () =>
      show({ status: "unauthenticated", reason: "signed-out", signOutPending: true }, [], true),
    logout: () => endSession("signed-out"),
    /** Gives up a sign-out that has failed: the page has called `refresh()`. */
    refreshCalled() {
      if (shown.signOutPending && shown.status === "unknown") show({ ...shown, signOutPending: false });
    },
    refresh: read,
    // Effects of calls that fail: `logoutFailed` and `refreshFailed`.
    logoutFailed: (error: SessionError) => show({ error, signOutPending: true }),
    refreshFailed: (error: SessionError) => readFailed(error, []),
    /** Publishes the failure of a session read that was not asked for by a call. */
    readFailed: (error: SessionError) => readFailed(error),
    /** Refuses the role catalogue with this code; with `null` the catalogue is shown again. */
    refuseRoles(code: SessionErrorCode | null) {
      isRefused = code !== null;
      refusal = REFUSALS.includes(code) ? code : null;
      show(shown);
    },
  };
}

/** Checks the roles and returns a copy, because the session freezes its own list. */
function copyOf(roles: readonly Role[]): Role[] {
  if (!Array.isArray(roles)) throw new TypeError("roles must be a list of roles");
  return roles.map((role, index) => {
    const { name, rank, label, description } = role ?? ({} as Role);
    if (!Number.isSafeInteger(rank)) throw new TypeError("roles: the rank of each must be an integer");
    for (const [key, text] of Object.entries({ name, label, description }))
      if (typeof text !== "string") throw new TypeError(`roles: the ${key} of each must be a text`);
    refuseUnknown(`roles[${index}]`, role, ["name", "rank", "label", "description"]);
    return { name, rank, label, description };
  });
}
