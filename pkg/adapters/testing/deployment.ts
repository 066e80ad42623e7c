// The deployment and the engine in one: who is signed in there, what is shown of it, and how calls end.

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

/** Failures that say that the catalogue is not to be had. */
const REFUSALS: readonly (SessionErrorCode | null)[] = ["unauthenticated", "forbidden", "not-supported"];

/** Failures of a call that say nothing of the deployment. */
const NO_WORD: readonly SessionErrorCode[] = ["aborted", "superseded"];

/** How things are when a test begins. */
export interface TestState {
  status: Status;
  user: TestUser | null | undefined;
  features: TestFeatures | undefined;
  roles: readonly Role[];
}

export type Publish = (publication: Publication, isSignOut: boolean) => void;
export type Deployment = ReturnType<typeof createDeployment>;

/**
 * `publish(publication, isSignOut)` shows it; `isSignOut`: a sign-out is called here or elsewhere. Sign-ins and sign-outs are announced
 * as `src/core/rules/publish.rs` does.
 */
export function createDeployment({ status, user, features, roles }: TestState, publish: Publish) {
  /** Who signs in, where no other user is named. */
  let account = { user: completeUser(user ?? undefined), permissions: permissionsOf(features) };
  /** Whether the deployment knows that account as signed in. */
  let isSignedIn = status !== "unauthenticated";
  /** It has ended that account's session: requests are answered 401 until the next sign-in. */
  let hasEnded = false;
  /** Begins at a `login()`, and whenever the signed-in user becomes another or none. */
  let epoch = 0;
  /** The epoch of the sign-in that has brought a token. */
  let tokenOf = -1;
  let catalogue = copyOf(roles);
  let isRefused = false;
  /** Why, where the deployment does not show the catalogue. */
  let refusal: SessionErrorCode | null = null;
  /** What is shown, but for the account's own. */
  let shown: SessionSnapshot = { ...UNKNOWN };
  /** Those that were shown last. */
  let shownFeatures: FeatureMap | undefined;
  /** What was announced last: the number of a user, or why none is there. */
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

  /** Whether a user has signed in or out, since the last announcement. */
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
      // What was said of a user does not carry over to another id.
      permissions: permissions ?? (isSame ? account.permissions : {}),
    };
    isSignedIn = true;
    hasEnded = false;
    if (!isSame) epoch++;
    show({ status: "authenticated", ...facts });
  };

  const end = (reason: SignedOutReason, isSignOut?: boolean) => {
    isSignedIn = false;
    if (isSignOut || shown.status !== "unauthenticated") epoch++;
    show({ status: "unauthenticated", reason }, [], isSignOut);
  };

  /** A sign-out that a sign-in has waited for has come to its end. */
  const signOutEnds = () => {
    if (shown.signOutPending && shown.reason === "signed-out") end("signed-out");
  };

  /** What a session read finds. */
  const read = () => {
    if (isSignedIn) {
      const { expiresAt } = shown;
      return show({ status: "authenticated", expiresAt });
    }
    // A reason that was announced already stays.
    end(typeof announced === "number" ? "ended" : (announced ?? "no-session"));
  };

  /** A session read failed: what is known stays, and is in doubt. */
  const doubt = (error: SessionError, sessionEvents: PublishedEvent[]) => {
    const isKnown = shown.status !== "unknown";
    show({ ...shown, stale: isKnown, error }, sessionEvents);
  };

  const failed = (error: SessionError): PublishedEvent[] => [{ type: "revalidation-failed", error }];

  const readFailed = (error: SessionError, sessionEvents = failed(error)) => {
    if (error.code === "account-deactivated") end("deactivated");
    else if (error.code === "wasm-unavailable") show({ error });
    else if (!NO_WORD.includes(error.code)) doubt(error, sessionEvents);
  };

  return {
    /** The state in which a test begins. */
    begin() {
      announced = undefined;
      if (status === "unknown") show({});
      else read();
    },
    isSignedIn: () => isSignedIn,
    hasEnded: () => hasEnded,
    userId: () => account.user.id,
    /** What is shown, but for the account's own. */
    shown: () => shown,
    credentials: () => ({ epoch, holdsToken: tokenOf === epoch }),
    dropToken() {
      tokenOf = -1;
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
    signOut: (reason: SignedOutReason) => end(reason, reason === "signed-out"),
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
      show({ error }, error ? failed(error) : []);
    },
    setStale(code: SessionErrorCode = "network") {
      const error = failure(code);
      doubt(error, failed(error));
    },
    /** How calls end that went well. */
    login(email: string) {
      signOutEnds();
      // It is told even where the same user was there, or nothing was known.
      announced = "no-session";
      epoch++;
      tokenOf = epoch;
      signIn({ email }, undefined, { expiresAt: Date.now() + DAY_MS });
    },
    signOutEnds,
    logoutCalled: () =>
      show({ status: "unauthenticated", reason: "signed-out", signOutPending: true }, [], true),
    logout: () => end("signed-out"),
    /** A sign-out that failed is given up. */
    refreshCalled() {
      if (shown.signOutPending && shown.status === "unknown") show({ ...shown, signOutPending: false });
    },
    refresh: read,
    /** How calls end that failed. */
    logoutFailed: (error: SessionError) => show({ error, signOutPending: true }),
    refreshFailed: (error: SessionError) => readFailed(error, []),
    /** A read that no call asked for has failed. */
    readFailed: (error: SessionError) => readFailed(error),
    /** `null`: they are shown again. */
    refuseRoles(code: SessionErrorCode | null) {
      isRefused = code !== null;
      refusal = REFUSALS.includes(code) ? code : null;
      show(shown);
    },
  };
}

/** What a test was handed out is frozen; what it passed in stays its own. */
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
