// Runs a behaviour with the real session, in a page of the reference deployment.

import { BEHAVIOURS } from "./behaviours.mjs";

/** The fault rules that make a call of the session fail, by the call and the code. */
const FAULTS = {
  "logout server-error": { method: "POST", path: "/api/auth/logout", times: 1000, status: 500 },
  "refresh server-error": { method: "GET", path: "/api/auth/session", times: 1000, status: 500 },
};

/** `name`: the behaviour's. `steer(method, ...args)` calls a method of the deployment's `control`. `createSession` is the package's. */
async function runInPage({ name, password, steer, createSession }) {
  const { as, run, options = () => ({}) } = BEHAVIOURS.find((behaviour) => behaviour.name === name);
  /** Signs a user in without the session. */
  const signInBeside = (name) =>
    fetch("/api/auth/login", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: `${name}@example.com`, password }),
    });
  if (as !== "signed-out") await signInBeside(as);
  const given = { origin: location.origin, password, noted: [] };
  const session = createSession(options({ ...given, signInBeside }));
  const world = {
    async whileFailing(call, code, act) {
      if (code === "account-deactivated") await steer("account", "ada@example.com", { active: false });
      const fault = FAULTS[`${call} ${code}`];
      if (fault) await steer("faults", fault);
      const outcome = await act();
      if (fault) await steer("clearFaults");
      return outcome;
    },
    async changeRole(role) {
      await steer("account", "ada@example.com", { role });
      await session.refresh();
    },
    /** Signs another user in without the session, which then finds that user by a read. */
    async changeUser(name = "grace") {
      await signInBeside(name);
      await session.refresh();
    },
    /** Ends the session on the deployment, and finds that by a read. */
    async endSession() {
      await steer("expire");
      await session.refresh();
    },
    endOnDeployment: () => steer("expire"),
    /** Does nothing: the behaviour's option `expiringMs` makes the session end soon. */
    async endSoon() {},
    refuseRequests: (times) =>
      steer("faults", { method: "GET", path: "/agent-hub-api/api/agent/list", times, status: 401 }),
    streamBodies: () =>
      steer("faults", {
        method: "GET",
        path: "/agent-hub-api/api/agent/list",
        times: 9,
        body: "abc",
        drip: { bytes: 1, every_ms: 1, endless: true },
      }),
    /** Delays answers, and fixes their body: by then another user's sign-in may have ended the token of the request. */
    holdAnswers: (ms = 20_000) =>
      steer("faults", {
        method: "GET",
        path: "/agent-hub-api/api/agent/list",
        times: 9,
        delay_ms: ms,
        body: { success: true, agents: [] },
      }),
  };
  const uncaught = async (act) => {
    const messages = [];
    const onError = (event) => {
      event.preventDefault();
      messages.push(event.error.message);
    };
    addEventListener("error", onError);
    await act();
    removeEventListener("error", onError);
    return messages;
  };
  return run({ ...given, session, world, uncaught });
}

globalThis.runInPage = runInPage;
