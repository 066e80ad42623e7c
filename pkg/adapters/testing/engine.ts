// The double's engine, in place of the module's: it gets the calls, and ends each as the test has said.

import type { SessionErrorCode } from "platform-session";
import type { Act } from "../../entry/acts.js";
import type { Call, Link, LinkCallbacks } from "../../entry/connection.js";
import type { Settings } from "../../entry/options.js";
import type { Publication } from "../../entry/publisher.js";
import { SessionError } from "../../entry/session-error.js";
import { UNKNOWN } from "../../entry/snapshot.js";
import { createIdentityNumber } from "../shared/identity-number.js";
import { createDeployment, type TestState } from "./deployment.js";
import { failure } from "./failures.js";
import type { TestAnswers, TestSessionCall } from "./index.js";
import { isApiUrl, mayReturnTo } from "./judges.js";
import type { HowSent } from "./requests.js";
import { createUnauthorized, type TestRequest } from "./unauthorized.js";

/** The calls of which a test may choose the end. */
const ANSWERABLE: readonly string[] = [
  "login",
  "logout",
  "refresh",
  "fetch",
  "roles",
  "permissions.refresh",
  "sso.config",
  "sso.start",
];

/** Codes with which the real `fetch` rejects. Every status is an answer. */
const FETCH_REJECTS: readonly SessionErrorCode[] = [
  "network",
  "superseded",
  "wasm-unavailable",
  "aborted",
  "foreign-url",
  "closed",
];

type Respond = (request: Request) => Response | Promise<Response>;

/** Returns how a call ends by this code: for `fetch`, a code that stands for a status is a response. */
function ended(name: string, code: SessionErrorCode): SessionErrorCode | Respond {
  const { status } = failure(code);
  if (name !== "fetch" || FETCH_REJECTS.includes(code)) return code;
  if (status === null || status === 200) throw new TypeError(`fetch never rejects with ${code}`);
  return () => Response.json({}, { status });
}

/** How a request has ended: with a value, or with an error. */
interface Outcome {
  value?: unknown;
  error?: unknown;
}

type Answer = () => unknown;

async function outcomeOf(answer: Answer): Promise<Outcome> {
  try {
    return { value: await answer() };
  } catch (error) {
    return { error };
  }
}

const isUnauthorized = ({ error, value }: Outcome) =>
  (error as Partial<SessionError> | undefined)?.code === "unauthenticated" ||
  (value as Partial<Response> | undefined)?.status === 401;

/** The configuration of single sign-on that every double has. */
const SSO_CONFIG = { enabled: true, buttonLabel: "Single sign-on" };

/** The answer to a request without a valid session. */
const refusal = () => Response.json({}, { status: 401 });

interface How {
  notify: (publish: () => void) => void;
  reauthenticates: boolean;
}

/** A call, with the arguments that the engine would get. */
interface Begun<Given extends unknown[]> {
  id: number;
  begin: [act: Act, ...Given];
}

type Asking = Begun<[kind: number, isWithin: boolean]>;

interface Ends {
  succeed: () => unknown;
  fail?: (error: SessionError) => void;
}

interface Sending {
  isLastTry: boolean;
  keepalive?: boolean;
  attempt: () => Answer;
}

export type Engine = ReturnType<typeof createEngine>;

/** Makes the engine. `notify` wraps each publication; `reauthenticates`: the session has that option. Its `connect` stands in for `createLink`. */
export function createEngine(state: TestState, { notify, reauthenticates }: How) {
  let callbacks: LinkCallbacks;
  let origin: string;
  let isOver = false;
  const waiting = new Set<number>();
  /** Those of the waiting calls that belong to the identity. */
  const ofIdentity = new Set<number>();
  const outcomes = new Map<string, SessionErrorCode | Respond>();
  let calls: readonly TestSessionCall[] = Object.freeze([]);

  const identity = createIdentityNumber();
  let shownNumber = 0;

  /** Publishes what the deployment shows. `isSignOut`: a sign-out is called here or elsewhere. */
  const publish = (publication: Publication, isSignOut: boolean) => {
    if (isOver) return;
    if (isSignOut) {
      supersede(logins);
      identity.end();
    }
    const number = identity.of(publication.user);
    if (number !== shownNumber) {
      unauthorized.identityEnded(({ id }) => refuse(id, "superseded"));
      for (const id of ofIdentity) refuse(id, "superseded");
      ofIdentity.clear();
    }
    shownNumber = number;
    const reauthenticating = unauthorized.isReauthenticating();
    const show = () => callbacks.publish({ ...publication, identity: number, reauthenticating });
    if (isOpen) notify(show);
    else show();
  };
  /** Whether the session is open: until then it can have no subscriber, so `notify` is not needed. */
  let isOpen = false;
  let deployment = createDeployment(state, publish);

  const unauthorized = createUnauthorized({
    deployment: () => deployment,
    readFailure: () => failureOf("refresh"),
    identity: () => shownNumber,
    reauthenticate: reauthenticates && ((reason, user) => callbacks.reauthenticate(reason, user)),
  });

  /** Returns the error with which calls of that name fail now, if they do. */
  const failureOf = (name: string) => {
    const code = outcomes.get(name);
    return typeof code === "string" ? failure(code, name) : null;
  };

  const record = (name: string, detail?: object) => {
    calls = Object.freeze([
      ...calls,
      Object.freeze(detail ? { name, detail: Object.freeze(detail) } : { name }),
    ]);
  };

  /** Ends a call a moment later, unless it was aborted or refused until then. */
  const end = (id: number, name: string, { succeed, fail = (_error) => {} }: Ends) => {
    waiting.add(id);
    queueMicrotask(async () => {
      if (!waiting.has(id)) return;
      try {
        const error = failureOf(name);
        if (error) {
          waiting.delete(id);
          fail(error);
          throw error;
        }
        callbacks.settle(id, null, await succeed());
      } catch (error) {
        callbacks.refuse(id, error as SessionError);
      } finally {
        waiting.delete(id);
      }
    });
  };
  const refuse = (id: number, code: SessionErrorCode) => {
    if (waiting.delete(id)) callbacks.refuse(id, failure(code));
  };

  /** The sign-ins and the sign-outs under way: a sign-in ends all of both, a sign-out only sign-ins. */
  const logins = new Set<number>();
  const logouts = new Set<number>();
  const supersede = (turns: Set<number>) => {
    for (const id of turns) refuse(id, "superseded");
    turns.clear();
  };

  /** Begins a call that may be answered 401. `attempt()` sends one try, and returns a function that gives its answer. */
  const send = (id: number, { isLastTry, keepalive = false, attempt }: Sending) => {
    let outcome: Outcome;
    const isWaiting = () => waiting.has(id);
    const finish = ({ error, value }: Outcome) => {
      if (!waiting.delete(id)) return;
      ofIdentity.delete(id);
      if (error) callbacks.refuse(id, error as SessionError);
      else callbacks.settle(id, null, value);
    };
    const request: TestRequest = {
      id,
      isLastTry,
      isWaiting,
      send() {
        unauthorized.sent(request);
        const answer = attempt();
        queueMicrotask(async () => {
          if (!isWaiting()) return;
          try {
            outcome = await outcomeOf(answer);
            if (!isWaiting()) return;
            if (isUnauthorized(outcome)) unauthorized.refused(request);
            else finish(outcome);
          } catch (error) {
            finish({ error });
          }
        });
      },
      handOn: () => finish(outcome),
      fail: (error) => finish({ error }),
    };
    waiting.add(id);
    if (!keepalive) ofIdentity.add(id);
    request.send();
  };

  /** Begins a call of the session's own that only a signed-in user may make. */
  const ask = (name: string, { id, begin: [, , isWithin] }: Begun<[kind: number, isWithin: boolean]>) => {
    record(name);
    const attempt = () => () => {
      const error = failureOf(name) ?? (deployment.isSignedIn() ? null : failure("unauthenticated"));
      if (error) throw error;
    };
    send(id, { isLastTry: isWithin, attempt });
  };

  const acts = {
    login({ id, begin: [, body] }: Begun<[body: string]>) {
      const { email } = JSON.parse(body);
      record("login", { email });
      for (const turns of [logins, logouts]) supersede(turns);
      logins.add(id);
      const fail = () => deployment.signOutEnds();
      end(id, "login", { succeed: () => deployment.login(email), fail });
    },
    /** A sign-in without email or password. */
    incomplete({ id }: Call) {
      record("login");
      callbacks.refuse(id, new SessionError("missing-credentials"));
    },
    logout({ id }: Call) {
      record("logout");
      logouts.add(id);
      deployment.logoutCalled();
      end(id, "logout", { succeed: () => deployment.logout(), fail: deployment.logoutFailed });
    },
    refresh({ id }: Call) {
      record("refresh");
      deployment.refreshCalled();
      end(id, "refresh", { succeed: () => deployment.refresh(), fail: deployment.refreshFailed });
    },
    roles: (call: Asking) => ask("roles", call),
    "permissions.refresh": (call: Asking) => ask("permissions.refresh", call),
    "sso.config"({ id }: Call) {
      record("sso.config");
      end(id, "sso.config", { succeed: () => SSO_CONFIG });
    },
    fetch({ id, begin: [, sent, { within, isReplayable }] }: Begun<[sent: Request, how: HowSent]>) {
      const { url, method, keepalive } = sent;
      record("fetch", { method, url });
      if (!isApiUrl(url, origin)) return callbacks.refuse(id, new SessionError("foreign-url"));
      const isLastTry = within || !isReplayable;
      const attempt = () => {
        const respond = outcomes.get("fetch");
        return () => {
          const error = failureOf("fetch");
          if (error) throw error;
          if (deployment.hasEnded()) return refusal();
          // The answer may use the body up, and the next try sends it again.
          return respond ? (respond as Respond)(isReplayable ? sent.clone() : sent) : Response.json({});
        };
      };
      send(id, { isLastTry, keepalive, attempt });
    },
  };

  const assertRunning = () => {
    if (isOver) throw new SessionError("closed");
  };
  const link: Partial<Link> = {
    open() {
      deployment.begin();
      isOpen = true;
    },
    call(call) {
      if (isOver) return callbacks.refuse(call.id, new SessionError("closed"));
      // A call of each kind has the arguments that the function of this name takes.
      return (acts[call.kind as keyof typeof acts] as (call: Call) => void)(call);
    },
    abort(id) {
      waiting.delete(id);
      callbacks.refuse(id, new SessionError("aborted"));
    },
    forward() {},
    isRunning: () => !isOver,
    isOver: () => isOver,
    assertOpen: assertRunning,
    assertRunning,
    mayReturnTo,
    close() {
      if (isOver) return;
      record("close");
      isOver = true;
      waiting.clear();
      unauthorized.reset();
      const error = new SessionError("closed");
      identity.end();
      notify(() => {
        callbacks.over(error);
        callbacks.show({ ...UNKNOWN, identity: identity.of(null), error });
      });
    },
  };

  return {
    connect: (settings: Settings) => (session: LinkCallbacks) => {
      callbacks = session;
      origin = settings.origin as string;
      // The link has all members that a session uses here: no page is listened to.
      return link as Link;
    },
    deployment: () => deployment,
    calls: () => calls,
    record,
    outcome: (name: string) => outcomes.get(name),
    answer(name: keyof TestAnswers, outcome: SessionErrorCode | Respond | null) {
      if (!ANSWERABLE.includes(name)) throw new TypeError(`${String(name)} is no call that can be answered`);
      const isFunction = typeof outcome === "function" && name === "fetch";
      if (outcome === null) outcomes.delete(name);
      else outcomes.set(name, isFunction ? outcome : ended(name, outcome as SessionErrorCode));
      if (name === "roles") deployment.refuseRoles(outcome as SessionErrorCode | null);
    },
    reset() {
      calls = Object.freeze([]);
      outcomes.clear();
      for (const id of [...waiting]) refuse(id, "aborted");
      unauthorized.reset();
      identity.end();
      deployment = createDeployment(state, publish);
      deployment.begin();
    },
  };
}
