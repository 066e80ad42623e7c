// Decides what follows from a 401, as `src/core/rules/unauthorized.rs` does: one read tells what it means, one `reauthenticate` serves all requests
// that wait for it, and each of them is repeated once.

import type { ReauthenticationNeed, SessionError } from "platform-session";
import type { Deployment } from "./deployment.js";

export interface TestRequest {
  id: number;
  /** Whether the answer is handed on, even a 401. */
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

type Verdict = ReauthenticationNeed["reason"] | "repeat" | "hand on";
type Reauthenticate = (reason: ReauthenticationNeed["reason"], user: number) => Promise<void>;

interface Parts {
  deployment: () => Deployment;
  readFailure: () => SessionError | null;
  identity: () => number;
  reauthenticate: false | Reauthenticate;
}

/**
 * `deployment()`: the current deployment. `readFailure()`: the error of a session read, if it fails. `identity()`: the number of the current
 * identity. `reauthenticate(reason, user)`: the test's; `false` where it has none.
 */
export function createUnauthorized({ deployment, readFailure, identity, reauthenticate }: Parts) {
  let isReauthenticating = false;
  /** How often `reauthenticate` was called. */
  let reauthentications = 0;
  let sent = 0;
  /** Requests up to that number were sent before a `reauthenticate` was over. */
  let askedUpTo = 0;
  let waiting: TestRequest[] = [];

  /** Reads the session, and returns the error of that, if it failed without an answer. */
  const read = () => {
    const failure = readFailure();
    if (failure) deployment().readFailed(failure);
    else if (deployment().hasNews()) deployment().refresh();
    return failure && !isAnswer(failure) ? failure : null;
  };

  /** Whether a session read would change nothing for this request. */
  const isVain = ({ bearer }: TestRequest) => {
    const { status, stale, reason, signOutPending } = deployment().shown();
    if (reason === "signed-out" || signOutPending) return true;
    return !(reauthenticate || bearer) && (stale || status !== "authenticated");
  };

  /** Returns what is to be done about this request. */
  const verdictOf = (request: TestRequest, isSignedIn: boolean): Verdict => {
    const { epoch, holdsToken } = deployment().credentials();
    if (isSignedIn && (request.epoch !== epoch || request.bearer !== holdsToken)) return "repeat";
    const { reason } = deployment().shown();
    const mayAsk = reauthenticate && reason !== "signed-out" && (request.number as number) > askedUpTo;
    if (!mayAsk) return "hand on";
    return isSignedIn ? "bearer" : "ended";
  };

  const repeat = (request: TestRequest) => {
    if (!request.isWaiting()) return;
    request.isLastTry = true;
    request.send();
  };

  /** Calls `reauthenticate` for a request. `publish` shows that, together with what the read has found. */
  const ask = (request: TestRequest, reason: ReauthenticationNeed["reason"], publish: () => void) => {
    isReauthenticating = true;
    reauthentications++;
    const number = reauthentications;
    waiting.push(request);
    // The end of a `reauthenticate` that has outlived its identity changes nothing.
    const over = (isResolved: boolean) => () => {
      if (number === reauthentications && isReauthenticating) reauthenticated(isResolved);
    };
    try {
      publish();
    } finally {
      // Called even where the test's `notify` throws: the other requests wait for its end.
      (reauthenticate as Reauthenticate)(reason, deployment().userId()).then(over(true), over(false));
    }
  };

  const reauthenticated = (isResolved: boolean) => {
    isReauthenticating = false;
    askedUpTo = sent;
    const failure = published(isResolved);
    const isRepeated = isResolved && deployment().shown().status === "authenticated";
    for (const request of waiting.splice(0)) {
      if (failure) request.fail(failure);
      else if (isRepeated) repeat(request);
      else request.handOn();
    }
  };

  /** Shows that the reauthentication is over, and what a read finds then. Returns the error of that, or of the test's `notify`. */
  const published = (isResolved: boolean): unknown => {
    try {
      deployment().showAgain();
      // The page may have signed a user in by a request of its own.
      return isResolved ? read() : null;
    } catch (error) {
      return error;
    }
  };

  return {
    isReauthenticating: () => isReauthenticating,
    sent(request: TestRequest) {
      const { epoch, holdsToken } = deployment().credentials();
      sent++;
      Object.assign(request, { number: sent, epoch, bearer: holdsToken, identity: identity() });
    },
    refused(request: TestRequest) {
      if (request.isLastTry || request.identity !== identity()) {
        if (!isReauthenticating && !isVain(request)) read();
        return request.handOn();
      }
      if (isReauthenticating) return void waiting.push(request);
      if (isVain(request)) return request.handOn();
      const failure = readFailure();
      const isFound = deployment().isSignedIn() && !failure;
      const isUnread = failure && !isAnswer(failure);
      // The cookie is valid and the token was refused: the token is of no use any more.
      if (isFound && request.bearer && request.epoch === deployment().credentials().epoch)
        deployment().dropToken();
      const verdict = isUnread ? "hand on" : verdictOf(request, isFound);
      if (verdict === "ended" || verdict === "bearer") {
        // Both are shown at once: a route guard that sees the end of the session sees, too, that it must wait.
        const publish = () => (failure ? deployment().readFailed(failure) : deployment().refresh());
        return ask(request, verdict, publish);
      }
      read();
      if (verdict === "repeat") repeat(request);
      else request.handOn();
    },
    /** Ends the waiting: the identity has ended. `supersede` ends the call of each request. */
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

/** Whether this error is an answer: by it the deployment has said that no user is signed in. */
const isAnswer = ({ code }: SessionError) => code === "account-deactivated";
