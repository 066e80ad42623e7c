// Opens sessions with random options in tabs, and makes the calls and listeners of their pages.

import { AbortController } from "./browser/abort.mjs";
import { Client } from "./browser/tab.mjs";
import { NAMES, PASSWORD_CANARY } from "./deployment/accounts.mjs";
import { textOf } from "./deployment/faults.mjs";
import { Calls } from "./oracle/calls.mjs";
import { GATES } from "./oracle/gates.mjs";
import { Identities } from "./oracle/identity.mjs";
import { EVENTS, Listeners } from "./oracle/listeners.mjs";
import { SignOuts } from "./oracle/sign-outs.mjs";
import { Watch } from "./oracle/watch.mjs";
import { Wire } from "./oracle/wire.mjs";

const PLANNED = Object.freeze(Object.assign(new Error("a listener throws"), { planned: true }));
const DAY_MS = 24 * 60 * 60 * 1000;
const MIN_INTERVALS_MS = [undefined, undefined, 0, 1_000, 30_000];

/** Creates a session in a tab, and has the oracle check it from the beginning. */
export async function openSession(world, tab, deployment, random, counters) {
  const client = new Client(tab, deployment, `${tab.name}${tab.clients.length + 1}`);
  const options = drawOptions(random, deployment);
  const initial = random.chance(0.15) ? initialOf(random, deployment) : undefined;
  const effective = {
    token: options.token,
    maxStaleMs: options.maxStaleMs ?? DAY_MS,
    timeoutMs: options.timeoutMs ?? 10_000,
    tabs: options.tabs !== false,
    onFocus: options.revalidate.onFocus !== false,
  };
  // The copy of the package that the page uses already, if its module has loaded.
  const loaded = tab.clients.find(({ runs }) => runs)?.package;
  client.package = random.chance(0.4) ? world.pkg.load() : (loaded ?? world.pkg.load());
  client.options = effective;
  if (random.chance(0.15)) await preload(world, client, random);
  client.watch = new Watch(world, client, effective, counters);
  client.identities = new Identities(client);
  client.wire = new Wire(world, client);
  client.signOuts = new SignOuts(client);
  client.calls = new Calls(world, client, counters);
  client.subscriptions = new Listeners(world, client, counters);
  const own = random.split();
  if (random.chance(0.4))
    options.reauthenticate = (session) => reauthenticate(world, client, session, own.split());
  effective.reauthenticates = options.reauthenticate !== undefined;
  tab.clients.push(client);
  world.clients.push(client);
  counters.sessions++;
  await world.dispatch(client, "open", "start", () => {
    const isOutdated = world.hasSignedOut(client);
    if (initial?.meaning && !isOutdated) client.watch.noteInitial(initial.meaning);
    client.session = client.package.createSession({ ...options, initial: initial?.json });
    client.identities.open(client.session);
    client.watch.start();
    client.subscriptions.open();
    client.calls.follow("ready", client.session.ready);
  });
  return client;
}

/** Has the document request the session before its script runs. Messages of other tabs do not reach the page meanwhile. */
async function preload(world, client, random) {
  client.preload = world.network.preload(client);
  await world.advance(random.below(random.chance(0.5) ? 1_500 : 60_000));
}

function drawOptions(random, deployment) {
  const revalidate = {
    onFocus: random.chance(0.15) ? false : undefined,
    onOnline: random.chance(0.15) ? false : undefined,
    intervalMs: random.chance(0.2) ? random.pick([30_000, 60_000]) : undefined,
    minIntervalMs: random.pick(MIN_INTERVALS_MS),
  };
  return {
    baseUrl: deployment.origin,
    token: random.chance(0.3) ? "discard" : undefined,
    timeoutMs: random.pick([undefined, undefined, 500, 3_000]),
    expiringMs: random.pick([undefined, undefined, 0, 2 * 60 * 60 * 1000]),
    maxStaleMs: random.chance(0.3) ? random.pick([0, 5_000, 60_000]) : undefined,
    tabs: random.chance(0.1) ? false : undefined,
    revalidate,
  };
}

/** Draws the option `initial`, which a server has read for the page: the truth of a moment ago, nonsense, or the cached page of another user. */
function initialOf(random, deployment) {
  const draw = random.unit();
  const { accounts, issued } = deployment;
  const belongsToAnother = draw >= 0.2 && draw < 0.6;
  const cookie = belongsToAnother ? deployment.issue(accounts[issued % accounts.length]) : deployment.cookie;
  const { json, meaning, status } = deployment.answer({ kind: "session", cookie, bearer: null });
  if (status !== 200 || draw < 0.2) return { json: random.pick([null, [], {}, { authenticated: "true" }]) };
  return { json: JSON.parse(textOf({ json })), meaning };
}

/** Acts as a page's `reauthenticate` option does. `reauthSession` is the session that the option is called with. */
function reauthenticate(world, client, reauthSession, random) {
  const { deployment } = client;
  const what = random.pick(["sign in", "sign in", "ask first", "own means", "nothing", "reject", "later"]);
  const later = (act) =>
    new Promise((resolve) => {
      world.agenda.add(random.below(3_000), () =>
        world.deliver(client, "reauthenticated", "call", () => resolve(act?.())),
      );
    });
  const signIn = () => login(world, client, random, { right: true, reauthSession }).promise;
  switch (what) {
    case "reject":
      return Promise.reject(new Error("the user went away"));
    case "nothing":
      return Promise.resolve();
    case "later":
      return later();
    case "own means":
      // The page signs a user in by its own request, which the package does not see.
      return later(() => deployment.storeCookie(deployment.issue(random.pick(activeOf(deployment)))));
    case "ask first":
      return fetchOwn(world, client, random, reauthSession).promise.then(signIn, signIn);
    default:
      return random.chance(0.5) ? signIn() : later(signIn);
  }
}

const activeOf = ({ accounts }) => {
  const active = accounts.filter(({ active }) => active);
  return active.length > 0 ? active : accounts;
};

/** Signs in, mostly with valid credentials. `right`: always. Each call has its own password, so that requests can be told apart. */
function login(world, client, random, { right = false, reauthSession } = {}) {
  const account = random.pick(client.deployment.accounts);
  const email = right || random.chance(0.92) ? account.email : "no-user@example.com";
  const good = `${PASSWORD_CANARY}-${world.tick()}`;
  const password = right || random.chance(0.92) ? good : random.chance(0.5) ? "" : `wrong-${good}`;
  const make = (session, options) => session.login({ email, password }, options);
  return call(client, "login", random, make, { detail: password, reauthSession });
}

/** Calls `session.fetch`. Each call has its own URL, so that requests can be told apart. */
function fetchOwn(world, client, random, reauthSession) {
  const { origin } = client.deployment;
  const number = world.tick();
  const [url, detail] = random.weighted([
    [[`/agent-hub-api/api/agent/${number}`, "own"], 5],
    [[`${origin}/networks-api/${number}/closed`, "own"], 2],
    [["https://elsewhere.example/api/x", "foreign"], 1],
    [["/api/../admin", "foreign"], 1],
  ]);
  // A request that changes something does the most harm if it is sent for another user.
  const init = random.chance(0.5) ? { method: "POST", body: `${number}` } : {};
  const path = detail === "own" ? url.replace(origin, "") : undefined;
  const keepalive = random.chance(0.15);
  const make = (session, options) => session.fetch(url, { ...init, keepalive, ...options });
  return call(client, "fetch", random, make, { detail, path, keepalive, reauthSession });
}

/** Makes a call, one in three with an `AbortSignal`, which may be aborted already. `make` gets the session and the options. */
function call(client, kind, random, make, { detail, path, keepalive, reauthSession } = {}) {
  const abort = random.chance(0.35) ? new AbortController() : undefined;
  if (abort && random.chance(0.05)) abort.abort();
  const options = abort ? { signal: abort.signal } : undefined;
  let promise;
  const entry = client.calls.make(
    kind,
    (session) => {
      promise = make(session, options);
      return promise;
    },
    { abort, detail, path, keepalive, reauthSession },
  );
  return Object.assign(entry, { promise });
}

/** The calls that a page can make, by the name of their action. */
export const CALLS = {
  login: (client, random, world) => login(world, client, random),
  logout: (client, random) => call(client, "logout", random, (session) => session.logout()),
  refresh: (client, random) =>
    call(client, "refresh", random, (session, options) => session.refresh(options)),
  permissions: (client, random) =>
    call(client, "permissions", random, (session, options) => session.permissions.refresh(options)),
  roles: (client, random) => call(client, "roles", random, (session, options) => session.roles(options)),
  sso: (client, random) => call(client, "sso", random, (session, options) => session.sso.config(options)),
  fetch: (client, random, world) => fetchOwn(world, client, random),
  start(client, random) {
    // A redirect is drawn only where the deployment has no single sign-on: the page must not leave.
    const mode = client.deployment.sso ? "popup" : random.pick(["popup", "redirect"]);
    const returnUrl = random.chance(0.3) ? "https://elsewhere.example/" : undefined;
    const target = client.runs && mode === "redirect" ? returnUrl : undefined;
    const make = (session, options) => session.sso.start({ mode, returnUrl: target, ...options });
    return call(client, "popup", random, make);
  },
};

/** Adds a listener for a random value or event. On a change it performs a random deed, once or twice. */
export function listen(world, client, random) {
  const what = random.weighted([
    ["snapshot", 3],
    ["features", 2],
    [`feature ${random.pick(NAMES)}`, 2],
    [`reading ${random.pick(NAMES)}`, 1],
    [random.pick(Object.keys(GATES)), 3],
    [random.pick(EVENTS), 3],
  ]);
  const deed = random.weighted([
    ["nothing", 4],
    ["throw", 3],
    ["logout", 1],
    ["login", 1],
    ["refresh", 2],
    ["permissions", 1],
    ["roles", 1],
    ["close", 0.3],
    ["subscribe", 1],
    ["unsubscribe", 2],
  ]);
  let left = random.between(1, 2);
  let subscribed = false;
  const own = random.split();
  const act = (entry) => {
    // A listener is first called as it subscribes. It acts on that call once in four times.
    if (!subscribed && !own.chance(0.25)) return;
    if (deed === "throw") throw PLANNED;
    if (left-- <= 0 || client.closed) return;
    if (deed === "subscribe") client.subscriptions.subscribe("snapshot");
    else if (deed === "unsubscribe")
      client.subscriptions.unsubscribe(own.chance(0.5) ? entry : client.subscriptions.pick(own));
    else if (deed === "close") close(world, client);
    else if (CALLS[deed]) CALLS[deed](client, own, world);
  };
  if (EVENTS.includes(what)) {
    subscribed = true;
    // The platform reports what a listener of an `EventTarget` throws, so none throws here.
    if (deed !== "throw") client.session.addEventListener(what, () => act(undefined));
    return;
  }
  client.subscriptions.subscribe(what, act, random.chance(0.3));
  subscribed = true;
}

export function close(world, client) {
  world.note("call", client, "close");
  client.watch.noteCall("close");
  client.signOuts.notePageHide();
  client.noteEnd("closed");
  client.session.close();
}
