// Calls every member of a session where no session runs, and returns how each call ended. Imported by pages, workers and
// Node; the outcome of a call that does not end in time is "nothing".

const PATIENCE_MS = 2_000;

/** A session body as a server hands it to a page. */
export const INITIAL = {
  authenticated: true,
  user: {
    id: 7,
    email: "ada@example.com",
    name: "Ada Lovelace",
    userType: "default",
    authSource: "local",
    token: null,
    permissions: { "chat-history": { enabled: true, limit: null } },
  },
};

export async function callEveryMember({ createSession, isSessionError }, options) {
  const session = createSession(options);
  const ended = async (call) => {
    const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, "nothing"));
    const outcome = Promise.resolve()
      .then(call)
      .then(
        (value) => ({ value: value?.status ?? value ?? null }),
        (error) => ({ code: isSessionError(error) ? error.code : String(error) }),
      );
    return Promise.race([outcome, late]);
  };
  const { permissions, sso } = session;
  const calls = {
    ready: () => session.ready,
    settled: () => session.settled,
    login: () => session.login({ email: "ada@example.com", password: "secret" }),
    refresh: () => session.refresh(),
    roles: () => session.roles(),
    fetch: () => session.fetch("/api/roles"),
    "permissions.refresh": () => permissions.refresh(),
    "sso.config": () => sso.config(),
    "sso.url": () => sso.url(),
    "sso.url with a return URL": () => sso.url({ returnUrl: "/" }),
    "sso.start": () => sso.start({ returnUrl: "/" }),
    "sso.start in a popup": () => sso.start({ mode: "popup" }),
    logout: () => session.logout(),
  };
  const names = Object.keys(calls);
  const outcomes = await Promise.all(names.map((name) => ended(calls[name])));

  let heard = 0;
  const listen = () => {
    heard += 1;
  };
  const feature = permissions.feature("chat-history");
  const reading = permissions.reading("chat-history");
  const gate = session.gate({ feature: "chat-history" });
  for (const source of [session, permissions, feature, reading, gate]) source.subscribe(listen).unsubscribe();
  session.addEventListener("signed-in", listen);
  session.removeEventListener("signed-in", listen);
  const reads = {
    status: session.snapshot.status,
    can: permissions.can("chat-history"),
    state: permissions.state("chat-history"),
    entry: permissions.get("chat-history")?.enabled ?? null,
    feature: feature.value?.enabled ?? null,
    readings: [reading.value, reading.initial],
    gate: { value: gate.value, initial: gate.initial, granted: gate.granted, error: gate.error },
    initial: session.initial === session.snapshot,
    features: Object.keys(permissions.features),
    atLeast: session.atLeast("administrator"),
    heard,
  };
  session.close();
  session.close();
  return { calls: Object.fromEntries(names.map((name, at) => [name, outcomes[at]])), reads };
}
