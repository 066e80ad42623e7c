/**
 * Runs rows of faults in the page that it is installed in, so that hundreds of them take seconds. A row is
 * `{ rule, passing, call, next }`: the call meets the rule, and its outcome and the session's state are noted; then the
 * calls of `next` must succeed. `passing` are the rules that let their requests pass.
 */
export function installDriver(credentials) {
  const CALL_MS = 8_000;
  const BATCH = 32;

  const CALLS = {
    session: (session) => session.refresh(),
    login: (session) => session.login(credentials),
    logout: (session) => session.logout(),
    permissions: (session) => session.permissions.refresh(),
    roles: (session) => session.roles(),
    config: async (session) => [await session.sso.config()],
    fetch: async (session) => {
      const response = await session.fetch("/agent-hub-api/api/agent/list");
      await response.arrayBuffer();
      return [{ status: response.status }];
    },
  };

  const steer = async (method, what, body) => {
    const answer = await fetch(`/_control/${what}`, { method, body: body && JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
    return answer;
  };

  const isLasting = (rule) => rule.times > 1;

  /** Returns the rows in batches that share one set of rules; a row with a rule for many requests is a batch of its own. */
  const batches = (rows) => {
    const parts = [];
    for (const row of rows) {
      const newest = parts.at(-1);
      if (isLasting(row.rule) || !newest || isLasting(newest[0].rule) || newest.length === BATCH)
        parts.push([row]);
      else newest.push(row);
    }
    return parts;
  };

  const failure = (error) =>
    bare.platformSession.isSessionError(error)
      ? {
          name: error.name,
          code: error.code,
          status: error.status,
          retryable: error.retryable,
          retryAfterMs: error.retryAfterMs,
        }
      : { foreign: String(error?.stack ?? error) };

  /** Returns the entries of a map in a form that leaves the page unchanged, whatever their names; `null` for anything else. */
  const entries = (features) =>
    features && Object.getPrototypeOf(features) === null
      ? Object.keys(features)
          .map((name) => [name, features[name].enabled, text(features[name].limit)])
          .sort()
      : null;

  const text = (value) => {
    try {
      return JSON.stringify(value);
    } catch {
      return "too deep for JSON";
    }
  };

  /** Returns what the session shows, as plain data. */
  const look = (session) => {
    const { status, reason, stale, error, user, features } = session.snapshot;
    const names = [
      ...Object.keys(features),
      "constructor",
      "__proto__",
      "toString",
      "",
      "chat-history",
      "forged",
    ];
    return {
      status,
      reason,
      stale,
      error: error && failure(error),
      user: user && { ...user },
      features: entries(features),
      open: [...new Set(names)].filter((name) => session.permissions.can(name)).sort(),
    };
  };

  /** Returns how a call ended: `{ taken }` with the answer, `{ error }`, or `{ late: true }`. */
  const outcome = (promise) => {
    const late = new Promise((resolve) => setTimeout(resolve, CALL_MS, { late: true }));
    const ended = promise.then(
      (value) => ({
        taken: Array.isArray(value) ? value.map((each) => ({ ...each })) : (entries(value) ?? true),
      }),
      (error) => ({ error: failure(error) }),
    );
    return Promise.race([ended, late]);
  };

  /** Returns the names of all inheritedNames members: a row may not add any. */
  const inheritedNames = () =>
    [Object, Array, Function, String, Number, Boolean, Promise, Map, Error, EventTarget]
      .flatMap(({ name, prototype }) => Reflect.ownKeys(prototype).map((key) => `${name}.${String(key)}`))
      .join();
  const before = inheritedNames();
  const uncaught = [];
  addEventListener("error", ({ message }) => uncaught.push(message));
  addEventListener("unhandledrejection", ({ reason }) => uncaught.push(String(reason?.stack ?? reason)));

  globalThis.faults = {
    steer,
    look,
    failure,
    call: (name, session) => outcome(CALLS[name](session)),
    /** Returns the damage beside the results: polluted prototypes, and uncaught errors. */
    damage: () => ({ polluted: inheritedNames() !== before, unheard: uncaught.splice(0) }),
    /**
     * Runs the rows one after the other; `open` makes a session for each row, where rows cannot share one. The
     * rules of many rows are set at once, each for one request, with rules that let the calls of `next` pass.
     */
    async run(rows, session, open) {
      const results = [];
      // The number of `signed-out` events since the row began.
      let signedOut = 0;
      session?.addEventListener("signed-out", () => {
        signedOut += 1;
      });
      for (const batch of batches(rows)) {
        await steer("DELETE", "answers");
        await steer(
          "PUT",
          "faults",
          batch.flatMap(({ rule, passing }) => [rule, ...passing]),
        );
        for (const { rule, call, next } of batch) {
          const own = open ? await open() : session;
          signedOut = 0;
          const ended = await faults.call(call, own);
          const [state, signOuts] = [look(own), signedOut];
          if (isLasting(rule)) {
            await steer("DELETE", "faults");
            // This call may share a read that began under the rule.
            if (next.length > 0) await faults.call(next[0], own);
          }
          let recovered;
          for (const name of next) recovered = await faults.call(name, own);
          const after = look(own);
          if (open) own.close();
          results.push({ ended, state, signedOut: signOuts, recovered, after, damage: faults.damage() });
        }
        const answers = await (await steer("GET", "answers")).json();
        const sent = batch.filter(({ rule }) => !rule.drop || rule.drop === "mid-body").length;
        if (answers.length < sent) throw new Error(`${sent} rows met ${answers.length} faults`);
        await steer("DELETE", "faults");
      }
      return results;
    },
  };
}
