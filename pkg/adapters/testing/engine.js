// What stands in for the module's engine: it gets the calls, and ends each as the test has said.

import { SessionError } from "../../entry/session-error.js";
import { UNKNOWN } from "../../entry/snapshot.js";
import { createIdentityNumber } from "../shared/identity-number.js";
import { createDeployment } from "./deployment.js";
import { failure } from "./failures.js";
import { isApiUrl, mayReturnTo } from "./judges.js";
import { createUnauthorized } from "./unauthorized.js";

/** The calls of which a test may choose the end. */
const ANSWERABLE = [
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
const FETCH_REJECTS = ["network", "superseded", "wasm-unavailable", "aborted", "foreign-url", "closed"];

/** How a call ends by this code: for `fetch`, a code that stands for a status is a response. */
function ended(name, code) {
  const { status } = /** @type {import("../../index.js").SessionError} */ (
    /** @type {unknown} */ (failure(code))
  );
  if (name !== "fetch" || FETCH_REJECTS.includes(code)) return code;
  if (status === null || status === 200) throw new TypeError(`fetch never rejects with ${code}`);
  return () => Response.json({}, { status });
}

/** @typedef {{ value?: any, error?: any }} Outcome What a request has come to. */

/** @returns {Promise<Outcome>} */
async function outcomeOf(answer) {
  try {
    return { value: await answer() };
  } catch (error) {
    return { error };
  }
}

const isUnauthorized = (/** @type {Outcome} */ { error, value }) =>
  error?.code === "unauthenticated" || value?.status === 401;

/** What single sign-on is offered as: enabled, with this label. */
const SSO_CONFIG = { enabled: true, buttonLabel: "Single sign-on" };

/** The answer to a request without a valid session. */
const refusal = () => Response.json({}, { status: 401 });

/** `notify` wraps each publication; `reauthenticates`: the session has that option. Gives `connect`, which takes the place of the way to the module. */
export function createEngine(state, { notify, reauthenticates }) {
  let callbacks;
  let origin;
  let isOver = false;
  const waiting = new Set();
  /** Of these, the calls that belong to the identity. */
  const ofIdentity = new Set();
  const outcomes = new Map();
  /** @type {readonly { readonly name: string, readonly detail?: unknown }[]} */
  let calls = Object.freeze([]);

  const identity = createIdentityNumber();
  let shownNumber = 0;

  /** `isSignOut`: a sign-out is called here or elsewhere. */
  const publish = (publication, isSignOut) => {
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
  /** Until then there can be no subscriber. */
  let isOpen = false;
  let deployment = createDeployment(state, publish);

  const unauthorized = createUnauthorized({
    deployment: () => deployment,
    readFailure: () => failureOf("refresh"),
    identity: () => shownNumber,
    reauthenticate: reauthenticates && ((reason, user) => callbacks.reauthenticate(reason, user)),
  });

  /** How calls of that name fail now, if they do. */
  const failureOf = (name) => {
    const code = outcomes.get(name);
    return typeof code === "string" ? failure(code, name) : null;
  };

  const record = (name, detail) => {
    calls = Object.freeze([
      ...calls,
      Object.freeze(detail ? { name, detail: Object.freeze(detail) } : { name }),
    ]);
  };

  /** Ends a call a moment later, unless it was aborted or refused until then. */
  const end = (id, name, { succeed, fail = (_error) => {} }) => {
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
        callbacks.refuse(id, error);
      } finally {
        waiting.delete(id);
      }
    });
  };
  const refuse = (id, code) => {
    if (waiting.delete(id)) callbacks.refuse(id, failure(code));
  };

  /** A sign-in ends those before it, and sign-outs; a sign-out ends sign-ins. */
  const logins = new Set();
  const logouts = new Set();
  const supersede = (turns) => {
    for (const id of turns) refuse(id, "superseded");
    turns.clear();
  };

  /** Begins a call that may be answered 401. `attempt()` is the try that is sent now; what that gives is called for its answer. */
  const send = (id, { isLastTry, keepalive = false, attempt }) => {
    /** @type {Outcome} */
    let outcome;
    const isWaiting = () => waiting.has(id);
    const finish = (/** @type {Outcome} */ { error, value }) => {
      if (!waiting.delete(id)) return;
      ofIdentity.delete(id);
      if (error) callbacks.refuse(id, error);
      else callbacks.settle(id, null, value);
    };
    const request = {
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

  /** A call of the session's own that only a signed-in user may make. */
  const ask = (name, { id, begin: [, , isWithin] }) => {
    record(name);
    const attempt = () => () => {
      const error = failureOf(name) ?? (deployment.isSignedIn() ? null : failure("unauthenticated"));
      if (error) throw error;
    };
    send(id, { isLastTry: isWithin, attempt });
  };

  const acts = {
    login({ id, begin: [, body] }) {
      const { email } = JSON.parse(body);
      record("login", { email });
      for (const turns of [logins, logouts]) supersede(turns);
      logins.add(id);
      const fail = () => deployment.signOutEnds();
      end(id, "login", { succeed: () => deployment.login(email), fail });
    },
    /** A sign-in that lacks something. */
    incomplete({ id }) {
      record("login");
      callbacks.refuse(id, new SessionError("missing-credentials"));
    },
    logout({ id }) {
      record("logout");
      logouts.add(id);
      deployment.logoutCalled();
      end(id, "logout", { succeed: () => deployment.logout(), fail: deployment.logoutFailed });
    },
    refresh({ id }) {
      record("refresh");
      deployment.refreshCalled();
      end(id, "refresh", { succeed: () => deployment.refresh(), fail: deployment.refreshFailed });
    },
    roles: (call) => ask("roles", call),
    "permissions.refresh": (call) => ask("permissions.refresh", call),
    "sso.config"({ id }) {
      record("sso.config");
      end(id, "sso.config", { succeed: () => SSO_CONFIG });
    },
    fetch({ id, begin: [, sent, { within, isReplayable }] }) {
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
          return respond ? respond(isReplayable ? sent.clone() : sent) : Response.json({});
        };
      };
      send(id, { isLastTry, keepalive, attempt });
    },
  };

  const assertRunning = () => {
    if (isOver) throw new SessionError("closed");
  };
  const link = {
    open() {
      deployment.begin();
      isOpen = true;
    },
    call(call) {
      if (isOver) return callbacks.refuse(call.id, new SessionError("closed"));
      return acts[call.kind](call);
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
    connect: (settings) => (session) => {
      callbacks = session;
      origin = settings.origin;
      return link;
    },
    deployment: () => deployment,
    calls: () => calls,
    record,
    outcome: (name) => outcomes.get(name),
    answer(name, outcome) {
      if (!ANSWERABLE.includes(name)) throw new TypeError(`${String(name)} is no call that can be answered`);
      const isFunction = typeof outcome === "function" && name === "fetch";
      if (outcome === null) outcomes.delete(name);
      else outcomes.set(name, isFunction ? outcome : ended(name, outcome));
      if (name === "roles") deployment.refuseRoles(outcome);
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
