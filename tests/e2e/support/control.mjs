import { ACCOUNTS } from "./accounts.mjs";

const REQUEST_MS = 5_000;

/** The functions by which tests steer a deployment: its `/_control` paths (`tests/platform/README.md`). */
export function controlOf(origin) {
  const send = async (method, path, body) => {
    const answer = await fetch(`${origin}/_control${path}`, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_MS),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} /_control${path} answered ${answer.status}: ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  };

  const control = {
    /** Changes an account: `{ active?, role? }`. */
    account: (email, change) => send("PUT", `/accounts/${encodeURIComponent(email)}`, change),
    /** Ends every token. */
    expire: () => send("POST", "/expire"),
    /** Ends the time of every single sign-on under way. */
    expireSignOns: () => send("POST", "/sso/expire"),
    /** Sets what happens to the next requests, in order, instead of or before the true answer. */
    faults: (...rules) => send("PUT", "/faults", rules),
    clearFaults: () => send("DELETE", "/faults"),
    clearLog: () => send("DELETE", "/log"),
    /** Returns the requests that the deployment saw since the log was cleared, whatever their paths. */
    everything: () => send("GET", "/log"),
    /** Returns the requests to its APIs that the deployment saw since the log was cleared. */
    log: async () => (await send("GET", "/log")).filter(({ path }) => /^\/(api|[a-z-]+-api)\//.test(path)),
    /** Returns the entries of the log that have this method and path. */
    requests: async (method, path) =>
      (await control.log()).filter((entry) => entry.method === method && entry.path === path),
    /** Puts the deployment into its first state, but for tokens: these belong to a browser context that is gone. */
    reset: async () => {
      const accounts = Object.values(ACCOUNTS);
      await Promise.all([
        control.clearFaults(),
        ...accounts.map(({ email, active, role }) => control.account(email, { active, role })),
      ]);
      await control.clearLog();
    },
  };
  return control;
}
