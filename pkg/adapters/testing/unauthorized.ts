// Decides what follows from a 401, by the rules of `src/core/rules/unauthorized.rs`: a session read finds out what the 401 means, one call of
// `reauthenticate` serves all waiting requests, and each of those is repeated once.

import type { ReauthenticationNeed, SessionError } from "platform-session";
import type { Deployment } from "./deployment.js";

export interface TestRequest {
  id: number;
  /** Whether the answer is final: even a 401 is given to the caller. */
  isLastTry: boolean;
  /** The request's number, in the order in which requests are sent. */
  number?: number;
  /** The deployment's epoch when the request was sent. */
  epoch?: number;
  /** Whether the request was sent with a token. */
  bearer?: boolean;
  /** The number of the identity for which the request was sent. */
  identity?: number;
  /** Whether the request's call has not ended. */
  isWaiting(): boolean;
  /** Sends the request, or repeats it. */
  send(): void;
  /** Ends the request's call with the 401. */
  handOn(): void;
  fail(error: unknown): void;
}

/** What happens to a request after a 401. A reason: `reauthenticate` is called with it. "hand on": the caller gets the 401. */
type Verdict = ReauthenticationNeed["reason"] | "repeat" | "hand on";
type Reauthenticate = (reason: ReauthenticationNeed["reason"], user: number) => Promise<void>;

interface Parts {
  /** Returns the current deployment. */
  deployment: () => Deployment;
  /** Returns the error with which a session read would fail now; `null` if it would succeed. */
  readFailure: () => SessionError | null;
  /** Returns the number of the current identity. */
  identity: () => number;
  /** The session's option; `false` without it. */
  reauthenticate: false | Reauthenticate;
}

export function createUnauthorized({ deployment, readFailure, identity, reauthenticate }: Parts) {
  let isReauthenticating = false;
  /** How often `reauthenticate` was called. */
  let reauthentications = 0;
  /** How many requests were sent; also the number of the newest one. */
  let sentCount = 0;
  /** The number of the newest request that was sent before the last `reauthenticate` ended. `reauthenticate` is not called again for those. */
  let servedUpTo = 0;
  let waiting: TestRequest[] = [];

  /** Reads the session. Returns the error if the read failed without an answer; else `null`. */
  const read = () => {
    const failure = readFailure();
    if (failure) deployment().readFailed(failure);
    else if (deployment().hasNews()) deployment().refresh();
    return failure && !isAnswer(failure) ? failure : null;
  };

  /** Whether a session read would change nothing for this request, so that its 401 is final. */
  const isReadUseless = ({ bearer }: TestRequest) => {
    const { status, stale, reason, signOutPending } = deployment().shown();
    if (reason === "signed-out" || signOutPending) return true;
    return !(reauthenticate || bearer) && (stale || status !== "authenticated");
  };

  /** Returns what happens to a request that was answered 401. `isSignedIn`: a session read has found a signed-in user. */
  const verdictOf = (request: TestRequest, isSignedIn: boolean): Verdict => {
    const { epoch, holdsToken } = deployment().credentials();
    if (isSignedIn && (request.epoch !== epoch || request.bearer !== holdsToken)) return "repeat";
    const { reason } = deployment().shown();
    const mayAsk = reauthenticate && reason !== "signed-out" && (request.number as number) > servedUpTo;
    if (!mayAsk) return "hand on";
    return isSignedIn ? "bearer" : "ended";
  };

  const repeat = (request: TestRequest) => {
    if (!request.isWaiting()) return;
    request.isLastTry = true;
    request.send();
  };

  /** Calls `reauthenticate` for a request. `publish` publishes that it runs, together with the result of the session read. */
  const ask = (request: TestRequest, reason: ReauthenticationNeed["reason"], publish: () => void) => {
    isReauthenticating = true;
    reauthentications++;
    const number = reauthentications;
    waiting.push(request);
    // A `reauthenticate` that ends after its identity has no effect.
    const endWith = (isResolved: boolean) => () => {
      if (number === reauthentications && isReauthenticating) reauthenticated(isResolved);
    };
    try {
      publish();
    } finally {
      // Called even if the test's `notify` throws, because other requests wait for the end of `reauthenticate`.
      (reauthenticate as Reauthenticate)(reason, deployment().userId()).then(endWith(true), endWith(false));
    }
  };

  const reauthenticated = (isResolved: boolean) => {
    isReauthenticating = false;
    servedUpTo = sentCount;
    const failure = publishEnd(isResolved);
    const isRepeated = isResolved && deployment().shown().status === "authenticated";
    for (const request of waiting.splice(0)) {
      if (failure) request.fail(failure);
      else if (isRepeated) repeat(request);
      else request.handOn();
    }
  };

  /** Publishes that `reauthenticate` is over, and then the result of a session read. Returns the error of the read or of the test's `notify`. */
  const publishEnd = (isResolved: boolean): unknown => {
    try {
      deployment().showAgain();
      // A read, because the page may have signed a user in by a request of its own.
      return isResolved ? read() : null;
    } catch (error) {
      return error;
    }
  };

  return {
    isReauthenticating: () => isReauthenticating,
    sent(request: TestRequest) {
      const { epoch, holdsToken } = deployment().credentials();
      sentCount++;
      Object.assign(request, { number: sentCount, epoch, bearer: holdsToken, identity: identity() });
    },
    refused(request: TestRequest) {
      if (request.isLastTry || request.identity !== identity()) {
        if (!isReauthenticating && !isReadUseless(request)) read();
        return request.handOn();
      }
      if (isReauthenticating) return void waiting.push(request);
      if (isReadUseless(request)) return request.handOn();
      const failure = readFailure();
      const isFound = deployment().isSignedIn() && !failure;
      const isUnread = failure && !isAnswer(failure);
      // The cookie is valid, but the token was refused: it is dropped.
      if (isFound && request.bearer && request.epoch === deployment().credentials().epoch)
        deployment().dropToken();
      const verdict = isUnread ? "hand on" : verdictOf(request, isFound);
      if (verdict === "ended" || verdict === "bearer") {
        // One publication says both, so that a route guard that sees the end of the session also sees that it must wait.
        const publish = () => (failure ? deployment().readFailed(failure) : deployment().refresh());
        return ask(request, verdict, publish);
      }
      read();
      if (verdict === "repeat") repeat(request);
      else request.handOn();
    },
    /** The identity has ended: calls `supersede` for each waiting request. */
    identityEnded(supersede: (request: TestRequest) => void) {
      isReauthenticating = false;
      for (const request of waiting.splice(0)) supersede(request);
    },
    reset() {
      isReauthenticating = false;
      waiting = [];
    },
  };
}

/** Whether the failed read was answered: the deployment has said that the account is deactivated, so no user is signed in. */
const isAnswer = ({ code }: SessionError) => code === "account-deactivated";
