// `createTestSession`: a session made of the real session's parts, on a deployment that the test controls.

import type { Role, Session, SessionErrorCode, SignedOutReason, SingleSignOn } from "platform-session";
import { REASONS, STATUSES } from "../../entry/boundary.js";
import { createSessionOn } from "../../entry/create-session.js";
import { boundTarget } from "../../entry/derived.js";
import { EXPIRING_MS, readOptions } from "../../entry/options.js";
import { createSingleSignOn, type SingleSignOnParts } from "../../entry/single-sign-on.js";
import { keepListeners } from "../../entry/subscribable.js";
import type { Deployment } from "./deployment.js";
import { createEngine, type Engine } from "./engine.js";
import { failure } from "./failures.js";
import type { TestFeatures, TestSession, TestSessionOptions, TestUser } from "./index.js";
import { refuseOptions } from "./known-members.js";
import { createTestReauthentication } from "./reauthentication.js";
import { createTestFetch } from "./requests.js";
import { namesUser } from "./session-body.js";

export function createTestSession({
  user,
  features,
  roles = [],
  status = namesUser(user, features) ? "authenticated" : "unauthenticated",
  notify = (publish) => publish(),
  reauthenticate,
  answers = {},
  ...others
}: TestSessionOptions = {}): TestSession {
  refuseOptions("a test's session", others, [
    "user",
    "features",
    "roles",
    "status",
    "notify",
    "reauthenticate",
    "answers",
  ]);
  if (!STATUSES.includes(status)) throw new TypeError("status must be that of a session");
  if (user === null && status === "authenticated")
    throw new TypeError("user is null, which is no user: status cannot be authenticated");
  if (typeof notify !== "function") throw new TypeError("notify must be a function");
  keepListeners();
  const reauthentication = createTestReauthentication(notify);
  const settings = readOptions({
    baseUrl: originOfTests(),
    reauthenticate: reauthenticate === true ? reauthentication.reauthenticate : reauthenticate,
  });
  const engine = createEngine(
    { status, user, features, roles },
    { notify, reauthenticates: reauthenticate !== undefined },
  );
  const createSso = (parts: SingleSignOnParts) => singleSignOn(parts, engine);
  const session = createSessionOn(settings, engine.connect(settings), createTestFetch, createSso);
  const applyAnswers = () => {
    for (const [call, outcome] of Object.entries(answers))
      engine.answer(call as keyof typeof answers, outcome ?? null);
  };
  applyAnswers();
  /** Returns a function that calls `act` with the current deployment, which `reset` replaces, and its own arguments. */
  const control =
    <Args extends unknown[]>(act: (deployment: Deployment, ...args: Args) => void) =>
    (...args: Args) =>
      act(engine.deployment(), ...args);
  const controls: Controls = {
    signIn: control((deployment, user?: TestUser, features?: TestFeatures) =>
      deployment.signIn(user, features),
    ),
    signOut: control((deployment, reason: SignedOutReason = "signed-out") => {
      if (!REASONS.includes(reason)) throw new TypeError("reason must be that of a session");
      deployment.signOut(reason);
    }),
    setFeatures: control((deployment, features: TestFeatures) => deployment.setFeatures(features)),
    setRoles: control((deployment, roles: readonly Role[]) => deployment.setRoles(roles)),
    setUnknown: control((deployment, error?: SessionErrorCode) => deployment.setUnknown(error)),
    setStale: control((deployment, error?: SessionErrorCode) => deployment.setStale(error)),
    endOnDeployment: control((deployment) => deployment.endOnDeployment()),
    setExpiring: control((deployment, expiresAt: number = Date.now() + EXPIRING_MS) =>
      deployment.setExpiring(expiresAt),
    ),
    answer: engine.answer,
    reset() {
      engine.reset();
      applyAnswers();
    },
    reauthentication,
  };
  return withControls(session, controls, engine.calls);
}

type Controls = Omit<TestSession, keyof Session | "calls">;

/** Returns an object that inherits from the session, which is frozen, and has the members with which a test controls it. */
function withControls(session: Session, controls: Controls, calls: Engine["calls"]): TestSession {
  const members = { ...controls, ...boundTarget(session) };
  const derived = Object.create(session);
  for (const [name, value] of Object.entries(members)) Object.defineProperty(derived, name, { value });
  return Object.freeze(Object.defineProperty(derived, "calls", { get: calls }));
}

/** Makes single sign-on that leaves no page and opens no window. */
function singleSignOn(parts: SingleSignOnParts, engine: Engine): SingleSignOn {
  const real = createSingleSignOn(parts);
  const { assertRunning } = parts;
  return Object.freeze({
    ...real,
    async start(options: Parameters<SingleSignOn["start"]>[0]) {
      const { returnUrl, mode = "redirect", signal } = options ?? {};
      if (mode !== "popup" && mode !== "redirect") throw new TypeError('mode must be "popup" or "redirect"');
      if (signal?.aborted) throw failure("aborted");
      assertRunning();
      engine.record("sso.start", { mode, ...(returnUrl === undefined ? {} : { returnUrl }) });
      real.url({ returnUrl });
      await undefined;
      // The real `start` reads the configuration first, so it fails if that read fails.
      const configOutcome = engine.outcome("sso.config");
      const code =
        engine.outcome("sso.start") ??
        (configOutcome === "not-supported" ? "sso-unavailable" : configOutcome);
      // The cast: only the outcome of `fetch` may be a function.
      if (code) throw failure(code as SessionErrorCode);
      if (mode === "popup") engine.deployment().signIn();
    },
  });
}

/** Returns the origin of the page in which the tests run; without a page, any origin will do. */
function originOfTests() {
  const { origin } = globalThis.location ?? {};
  return origin && /^https?:/.test(origin) ? origin : "http://localhost";
}
