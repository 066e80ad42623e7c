// The session of a test: the real one's own parts, on a deployment that the test steers.

import { boundTarget } from "../../engine/reauthentication.js";
import { createSessionOn } from "../../entry/create-session.js";
import { readOptions } from "../../entry/options.js";
import { createSingleSignOn } from "../../entry/single-sign-on.js";
import { keepListeners } from "../../entry/subscribable.js";
import { createEngine } from "./engine.js";
import { failure } from "./failures.js";
import { refuseOptions } from "./known-members.js";
import { createTestReauthentication } from "./reauthentication.js";
import { createTestFetch } from "./requests.js";
import { isSomebody } from "./session-body.js";

const STATUSES = ["unknown", "authenticated", "unauthenticated"];
/** How long before its end a session says so, unless a page chooses otherwise. */
const EXPIRING_MS = 300_000;
const REASONS = ["no-session", "signed-out", "expired", "deactivated", "ended"];

/** @type {typeof import("./index.js").createTestSession} */
export function createTestSession({
  user,
  features,
  roles = [],
  status = isSomebody(user, features) ? "authenticated" : "unauthenticated",
  notify = (publish) => publish(),
  reauthenticate,
  answers = {},
  ...others
} = {}) {
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
  const createSso = (parts) => singleSignOn(parts, engine);
  // Its link has no page to listen to.
  const session = createSessionOn(
    settings,
    /** @type {any} */ (engine.connect(settings)),
    createTestFetch,
    createSso,
  );
  const answerAsGiven = () => {
    for (const [call, outcome] of Object.entries(answers)) engine.answer(call, outcome ?? null);
  };
  answerAsGiven();
  const control =
    (act) =>
    (...given) =>
      act(engine.deployment(), ...given);
  const controls = {
    signIn: control((deployment, user, features) => deployment.signIn(user, features)),
    signOut: control((deployment, reason = "signed-out") => {
      if (!REASONS.includes(reason)) throw new TypeError("reason must be that of a session");
      deployment.signOut(reason);
    }),
    setFeatures: control((deployment, features) => deployment.setFeatures(features)),
    setRoles: control((deployment, roles) => deployment.setRoles(roles)),
    setUnknown: control((deployment, error) => deployment.setUnknown(error)),
    setStale: control((deployment, error) => deployment.setStale(error)),
    endOnDeployment: control((deployment) => deployment.endOnDeployment()),
    setExpiring: control((deployment, expiresAt = Date.now() + EXPIRING_MS) =>
      deployment.setExpiring(expiresAt),
    ),
    answer: engine.answer,
    reset() {
      engine.reset();
      answerAsGiven();
    },
    reauthentication,
  };
  return /** @type {any} */ (withControls(session, controls, engine.calls));
}

/** The session is frozen: what a test steers it with lies before it. */
function withControls(session, controls, calls) {
  const members = { ...controls, ...boundTarget(session) };
  const derived = Object.create(session);
  for (const [name, value] of Object.entries(members)) Object.defineProperty(derived, name, { value });
  return Object.freeze(Object.defineProperty(derived, "calls", { get: calls }));
}

/** Single sign-on that leaves no page and opens no window. */
function singleSignOn(parts, engine) {
  const real = createSingleSignOn(parts);
  const { assertRunning } = parts;
  return Object.freeze({
    ...real,
    async start(options) {
      const { returnUrl, mode = "redirect", signal } = options ?? {};
      if (mode !== "popup" && mode !== "redirect") throw new TypeError('mode must be "popup" or "redirect"');
      if (signal?.aborted) throw failure("aborted");
      assertRunning();
      engine.record("sso.start", { mode, ...(returnUrl === undefined ? {} : { returnUrl }) });
      real.url({ returnUrl });
      await undefined;
      // The real one asks for the configuration on its way.
      const lacking = engine.outcome("sso.config");
      const code = engine.outcome("sso.start") ?? (lacking === "not-supported" ? "sso-unavailable" : lacking);
      if (code) throw failure(code);
      if (mode === "popup") engine.deployment().signIn();
    },
  });
}

/** Where the tests believe to be; any will do where they have no page. */
function originOfTests() {
  const { origin } = globalThis.location ?? {};
  return origin && /^https?:/.test(origin) ? origin : "http://localhost";
}
