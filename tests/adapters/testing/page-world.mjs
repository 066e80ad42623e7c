// The world of the real session: a page of the reference deployment. Runs in the page.

import { BEHAVIOURS } from "./behaviours.mjs";

/** The faults of the deployment that make a call end with each code. */
const FAULTS = {
  "logout server-error": { method: "POST", path: "/api/auth/logout", times: 1000, status: 500 },
  "refresh server-error": { method: "GET", path: "/api/auth/session", times: 1000, status: 500 },
};

/** `steer` reaches the deployment's control paths; `createSession` is the package's. */
async function runInPage({ name, password, steer, createSession }) {
  const { as, run, options = () => ({}) } = BEHAVIOURS.find((behaviour) => behaviour.name === name);
  /** Signs in without the session. */
  const enter = (name) =>
    fetch("/api/auth/login", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: `${name}@example.com`, password }),
    });
  if (as !== "signed-out") await enter(as);
  const given = { origin: location.origin, password, noted: [] };
  const session = createSession(options({ ...given, enter }));
  const world = {
    async failing(call, code, act) {
      if (code === "account-deactivated") await steer("account", "ada@example.com", { active: false });
      const fault = FAULTS[`${call} ${code}`];
      if (fault) await steer("faults", fault);
      const outcome = await act();
      if (fault) await steer("clearFaults");
      return outcome;
    },
    async role(role) {
      await steer("account", "ada@example.com", { role });
      await session.refresh();
    },
    /** Signs another user in without the session, which then reads that. */
    async another(name = "grace") {
      await enter(name);
      await session.refresh();
    },
    /** Ends the session on the deployment, which the session then reads. */
    async end() {
      await steer("expire");
      await session.refresh();
    },
    endOnDeployment: () => steer("expire"),
    /** Does nothing: the option `expiringMs` says when the session is about to end. */
    async expiring() {},
    refusing: (times) =>
      steer("faults", { method: "GET", path: "/agent-hub-api/api/agent/list", times, status: 401 }),
    streaming: () =>
      steer("faults", {
        method: "GET",
        path: "/agent-hub-api/api/agent/list",
        times: 9,
        body: "abc",
        drip: { bytes: 1, every_ms: 1, endless: true },
      }),
    /** Delays answers, which are made up: by their time another user's sign-in may have ended the token. */
    holding: (ms = 20_000) =>
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
    const hear = (event) => {
      event.preventDefault();
      messages.push(event.error.message);
    };
    addEventListener("error", hear);
    await act();
    removeEventListener("error", hear);
    return messages;
  };
  return run({ ...given, session, world, uncaught });
}

globalThis.runInPage = runInPage;
