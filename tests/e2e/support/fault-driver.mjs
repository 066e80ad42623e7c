/**
 * Runs rows of faults in the page that it is installed in, so that hundreds of them take seconds. A row is
 * `{ rule, passing, call, next }`: the call meets the rule, its outcome and the session's state are noted; then the
 * calls of `next` must find a module that answers. `passing` are the rules that let their requests pass.
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

  /** Parts the rows into batches that share one set of rules; a row with a rule that lasts has its own. */
  const batches = (rows) => {
    const made = [];
    for (const row of rows) {
      const newest = made.at(-1);
      if (isLasting(row.rule) || !newest || isLasting(newest[0].rule) || newest.length === BATCH)
        made.push([row]);
      else newest.push(row);
    }
    return made;
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

  /** Returns what every object inherits, to compare it with what that was before the first row. */
  const inherited = () =>
    [Object, Array, Function, String, Number, Boolean, Promise, Map, Error, EventTarget]
      .flatMap(({ name, prototype }) => Reflect.ownKeys(prototype).map((key) => `${name}.${String(key)}`))
      .join();
  const before = inherited();
  const unheard = [];
  addEventListener("error", ({ message }) => unheard.push(message));
  addEventListener("unhandledrejection", ({ reason }) => unheard.push(String(reason?.stack ?? reason)));

  globalThis.faults = {
    steer,
    look,
    failure,
    call: (name, session) => outcome(CALLS[name](session)),
    /** Returns what went wrong that no row reports. */
    damage: () => ({ polluted: inherited() !== before, unheard: unheard.splice(0) }),
    /**
     * Runs the rows one after the other; `open` makes the session of a row, where it needs one of its own. Rules are
     * put in force for many rows at once, each for one request; what follows a row is let pass.
     */
    async run(rows, session, open) {
      const results = [];
      // How many events of that name the call of the row has caused.
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
          const [state, told] = [look(own), signedOut];
          if (isLasting(rule)) {
            await steer("DELETE", "faults");
            // This call may share a read that began under the rule.
            if (next.length > 0) await faults.call(next[0], own);
          }
          let recovered;
          for (const name of next) recovered = await faults.call(name, own);
          const after = look(own);
          if (open) own.close();
          results.push({ ended, state, signedOut: told, recovered, after, damage: faults.damage() });
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
