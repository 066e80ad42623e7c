// What stands in for the module's engine: it gets the calls, and ends each as the test has said.

import { SessionError } from "../../entry/session-error.js";
import { UNKNOWN } from "../../entry/snapshot.js";
import { createIdentityNumber } from "../shared/identity-number.js";
import { createDeployment } from "./deployment.js";
import { failure } from "./failures.js";
import { isApiUrl, mayReturnTo } from "./judges.js";

/** The calls whose end a test may choose. */
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

/** What single sign-on is offered as: enabled, with this label. */
const SSO_CONFIG = { enabled: true, buttonLabel: "Single sign-on" };

/** `notify` wraps each publication. Gives `connect`, which takes the place of the way to the module. */
export function createEngine(state, notify) {
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
      for (const id of ofIdentity) refuse(id, "superseded");
      ofIdentity.clear();
    }
    shownNumber = number;
    const show = () => callbacks.publish({ ...publication, identity: number });
    if (isOpen) notify(show);
    else show();
  };
  /** Until then nobody can have subscribed. */
  let isOpen = false;
  let deployment = createDeployment(state, publish);

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
        const code = outcomes.get(name);
        if (typeof code === "string") {
          const error = failure(code, name);
          waiting.delete(id);
          fail(error);
          throw error;
        }
        callbacks.settle(id, null, await succeed());
      } catch (error) {
        callbacks.refuse(id, error);
      } finally {
        waiting.delete(id);
        ofIdentity.delete(id);
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

  /** Ends a call that only somebody who is signed in may make. */
  const endAsked = (id, name) => {
    ofIdentity.add(id);
    end(id, name, {
      succeed() {
        if (!deployment.isSignedIn()) throw failure("unauthenticated");
      },
    });
  };

  const acts = {
    login({ id, begin }) {
      let body;
      begin({ signIn: (_, given) => (body = given) });
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
    roles({ id }) {
      record("roles");
      endAsked(id, "roles");
    },
    "permissions.refresh"({ id }) {
      record("permissions.refresh");
      endAsked(id, "permissions.refresh");
    },
    "sso.config"({ id }) {
      record("sso.config");
      end(id, "sso.config", { succeed: () => SSO_CONFIG });
    },
    fetch({ id, begin }) {
      begin({
        send(request) {
          const { url, method } = request;
          record("fetch", { method, url });
          if (!isApiUrl(url, origin)) return callbacks.refuse(id, new SessionError("foreign-url"));
          const respond = outcomes.get("fetch");
          if (!request.keepalive) ofIdentity.add(id);
          end(id, "fetch", { succeed: () => (respond ? respond(request) : Response.json({})) });
        },
      });
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
      identity.end();
      deployment = createDeployment(state, publish);
      deployment.begin();
    },
  };
}
