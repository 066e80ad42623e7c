// The engine of a test session, in place of the WebAssembly: it gets the calls, and ends each one as the test has chosen.

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
import type { SendOptions } from "./requests.js";
import { createUnauthorized, type TestRequest } from "./unauthorized.js";

/** The calls for which a test may choose the outcome. */
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

/** Codes with which the real `session.fetch` rejects. It resolves with an answer of any status. */
const FETCH_REJECTIONS: readonly SessionErrorCode[] = [
  "network",
  "superseded",
  "wasm-unavailable",
  "aborted",
  "foreign-url",
  "closed",
];

type Respond = (request: Request) => Response | Promise<Response>;

/** Returns the outcome of a call for this code: the code, or for `fetch` a function that responds with the code's status. */
function outcomeFor(name: string, code: SessionErrorCode): SessionErrorCode | Respond {
  const { status } = failure(code);
  if (name !== "fetch" || FETCH_REJECTIONS.includes(code)) return code;
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

interface EngineOptions {
  /** Wraps each publication, so that a test's framework has rendered when a call returns. */
  notify: (publish: () => void) => void;
  /** Whether the session has the option `reauthenticate`. */
  reauthenticates: boolean;
}

/** A call, with the arguments that a real engine would get. */
interface EngineCall<Args extends unknown[]> {
  id: number;
  begin: [act: Act, ...Args];
}

/** A call that reads something for the page. `isWithin`: `reauthenticate` itself has called it, so its 401 is final. */
type ReadCall = EngineCall<[kind: number, isWithin: boolean]>;

/** The effects of a call's end. `succeed` returns the value with which the call resolves. */
interface Effects {
  succeed: () => unknown;
  fail?: (error: SessionError) => void;
}

interface Sending {
  /** Whether the answer is final, even a 401. */
  isLastTry: boolean;
  keepalive?: boolean;
  /** Sends the request once, and returns a function that gives the answer. */
  attempt: () => Answer;
}

export type Engine = ReturnType<typeof createEngine>;

/** Makes the engine. Its `connect` takes the place of `createLink` of a real session. */
export function createEngine(state: TestState, { notify, reauthenticates }: EngineOptions) {
  let callbacks: LinkCallbacks;
  let origin: string;
  let isOver = false;
  /** The ids of the calls that have not ended. */
  const waiting = new Set<number>();
  /** The waiting calls that end with the current identity. */
  const endWithIdentity = new Set<number>();
  const outcomes = new Map<string, SessionErrorCode | Respond>();
  let calls: readonly TestSessionCall[] = Object.freeze([]);

  const identity = createIdentityNumber();
  let shownNumber = 0;

  /** Passes the deployment's publication on to the session. `isSignOut`: a sign-out was called, here or in another tab. */
  const publish = (publication: Publication, isSignOut: boolean) => {
    if (isOver) return;
    if (isSignOut) {
      supersede(logins);
      identity.end();
    }
    const number = identity.of(publication.user);
    if (number !== shownNumber) {
      unauthorized.identityEnded(({ id }) => refuse(id, "superseded"));
      for (const id of endWithIdentity) refuse(id, "superseded");
      endWithIdentity.clear();
    }
    shownNumber = number;
    const reauthenticating = unauthorized.isReauthenticating();
    const show = () => callbacks.publish({ ...publication, identity: number, reauthenticating });
    if (isOpen) notify(show);
    else show();
  };
  /** Whether the session is open. Before that it has no subscriber, so `notify` is not needed. */
  let isOpen = false;
  let deployment = createDeployment(state, publish);

  const unauthorized = createUnauthorized({
    deployment: () => deployment,
    readFailure: () => failureOf("refresh"),
    identity: () => shownNumber,
    reauthenticate: reauthenticates && ((reason, user) => callbacks.reauthenticate(reason, user)),
  });

  /** Returns the error with which the test lets calls of this name fail; `null` if they succeed. */
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

  /** Ends a call in a microtask, unless it was aborted or refused by then. */
  const endLater = (id: number, name: string, { succeed, fail = (_error) => {} }: Effects) => {
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
        callbacks.settle(id, error as SessionError);
      } finally {
        waiting.delete(id);
      }
    });
  };
  const refuse = (id: number, code: SessionErrorCode) => {
    if (waiting.delete(id)) callbacks.settle(id, failure(code));
  };

  /** The sign-ins and the sign-outs under way. A new sign-in supersedes both, a sign-out only sign-ins. */
  const logins = new Set<number>();
  const logouts = new Set<number>();
  const supersede = (ids: Set<number>) => {
    for (const id of ids) refuse(id, "superseded");
    ids.clear();
  };

  /** Begins a call that may be answered 401. */
  const send = (id: number, { isLastTry, keepalive = false, attempt }: Sending) => {
    let outcome: Outcome;
    const isWaiting = () => waiting.has(id);
    const finish = ({ error, value }: Outcome) => {
      if (!waiting.delete(id)) return;
      endWithIdentity.delete(id);
      if (error) callbacks.settle(id, error as SessionError);
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
    if (!keepalive) endWithIdentity.add(id);
    request.send();
  };

  /** Begins a read for which a user must be signed in. */
  const ask = (
    name: string,
    { id, begin: [, , isWithin] }: EngineCall<[kind: number, isWithin: boolean]>,
  ) => {
    record(name);
    const attempt = () => () => {
      const error = failureOf(name) ?? (deployment.isSignedIn() ? null : failure("unauthenticated"));
      if (error) throw error;
    };
    send(id, { isLastTry: isWithin, attempt });
  };

  const acts = {
    login({ id, begin: [, body] }: EngineCall<[body: string]>) {
      const { email } = JSON.parse(body);
      record("login", { email });
      for (const ids of [logins, logouts]) supersede(ids);
      logins.add(id);
      const fail = () => deployment.completeSignOut();
      endLater(id, "login", { succeed: () => deployment.login(email), fail });
    },
    /** A sign-in without email or password. */
    incomplete({ id }: Call) {
      record("login");
      callbacks.settle(id, new SessionError("missing-credentials"));
    },
    logout({ id }: Call) {
      record("logout");
      logouts.add(id);
      deployment.logoutCalled();
      endLater(id, "logout", { succeed: () => deployment.logout(), fail: deployment.logoutFailed });
    },
    refresh({ id }: Call) {
      record("refresh");
      deployment.refreshCalled();
      endLater(id, "refresh", { succeed: () => deployment.refresh(), fail: deployment.refreshFailed });
    },
    roles: (call: ReadCall) => ask("roles", call),
    "permissions.refresh": (call: ReadCall) => ask("permissions.refresh", call),
    "sso.config"({ id }: Call) {
      record("sso.config");
      endLater(id, "sso.config", { succeed: () => SSO_CONFIG });
    },
    fetch({ id, begin: [, sent, { within, isReplayable }] }: EngineCall<[sent: Request, how: SendOptions]>) {
      const { url, method, keepalive } = sent;
      record("fetch", { method, url });
      if (!isApiUrl(url, origin)) return callbacks.settle(id, new SessionError("foreign-url"));
      const isLastTry = within || !isReplayable;
      const attempt = () => {
        const respond = outcomes.get("fetch");
        return () => {
          const error = failureOf("fetch");
          if (error) throw error;
          if (deployment.hasEnded()) return refusal();
          // A clone, because the answer may read the body, and a repetition sends it again.
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
      if (isOver) return callbacks.settle(call.id, new SessionError("closed"));
      // The cast: a call has the arguments of the function with the name of its kind.
      return (acts[call.kind as keyof typeof acts] as (call: Call) => void)(call);
    },
    abort(id) {
      waiting.delete(id);
      callbacks.settle(id, new SessionError("aborted"));
    },
    handleEvent() {},
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
        callbacks.publish({ ...UNKNOWN, identity: identity.of(null), error });
      });
    },
  };

  return {
    connect: (settings: Settings) => (session: LinkCallbacks) => {
      callbacks = session;
      origin = settings.origin as string;
      // The cast: members that this link lacks are for page events, which a test session does not use.
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
      else outcomes.set(name, isFunction ? outcome : outcomeFor(name, outcome as SessionErrorCode));
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
