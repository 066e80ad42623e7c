// Sessions with random options, in tabs, and what the page does with them.

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
const ANY_MS = [undefined, undefined, 0, 1_000, 30_000];

/** Creates a session in a tab, and lets the oracle look at it from its first moment. */
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
  // The copy of the package that the page uses already, if its module is there.
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
    options.reauthenticate = (given) => reauthenticate(world, client, given, own.split());
  effective.reauthenticates = options.reauthenticate !== undefined;
  tab.clients.push(client);
  world.clients.push(client);
  counters.sessions++;
  await world.dispatch(client, "open", "start", () => {
    const isOld = world.hasSignedOut(client);
    if (initial?.meaning && !isOld) client.watch.startsWith(initial.meaning);
    client.session = client.package.createSession({ ...options, initial: initial?.json });
    client.identities.open(client.session);
    client.watch.opened();
    client.subscriptions.open();
    client.calls.follow("ready", client.session.ready);
  });
  return client;
}

/** Has the document ask for the session before its script runs: what other tabs say meanwhile does not reach it. */
async function preload(world, client, random) {
  client.preload = world.network.preload(client);
  await world.advance(random.below(random.chance(0.5) ? 1_500 : 60_000));
}

function drawOptions(random, deployment) {
  const revalidate = {
    onFocus: random.chance(0.15) ? false : undefined,
    onOnline: random.chance(0.15) ? false : undefined,
    intervalMs: random.chance(0.2) ? random.pick([30_000, 60_000]) : undefined,
    minIntervalMs: random.pick(ANY_MS),
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

/** Draws what a server has read for this page: the truth a moment ago, nonsense, or what was kept of another user's page. */
function initialOf(random, deployment) {
  const draw = random.unit();
  const { accounts, issued } = deployment;
  const belongsToAnother = draw >= 0.2 && draw < 0.6;
  const cookie = belongsToAnother ? deployment.issue(accounts[issued % accounts.length]) : deployment.cookie;
  const { json, meaning, status } = deployment.answer({ kind: "session", cookie, bearer: null });
  if (status !== 200 || draw < 0.2) return { json: random.pick([null, [], {}, { authenticated: "true" }]) };
  return { json: JSON.parse(textOf({ json })), meaning };
}

/** Acts as a page does that is asked to sign its user in again; `given` is the session that it gets for that. */
function reauthenticate(world, client, given, random) {
  const { deployment } = client;
  const what = random.pick(["sign in", "sign in", "ask first", "own means", "nothing", "reject", "later"]);
  const later = (act) =>
    new Promise((resolve) => {
      world.agenda.add(random.below(3_000), () =>
        world.deliver(client, "reauthenticated", "call", () => resolve(act?.())),
      );
    });
  const signIn = () => login(world, client, random, { right: true, within: given }).promise;
  switch (what) {
    case "reject":
      return Promise.reject(new Error("the user went away"));
    case "nothing":
      return Promise.resolve();
    case "later":
      return later();
    case "own means":
      // The page signs a user in by a request of its own, of which the package hears nothing.
      return later(() => deployment.keep(deployment.issue(random.pick(activeOf(deployment)))));
    case "ask first":
      return fetchOwn(world, client, random, given).promise.then(signIn, signIn);
    default:
      return random.chance(0.5) ? signIn() : later(signIn);
  }
}

const activeOf = ({ accounts }) => {
  const active = accounts.filter(({ active }) => active);
  return active.length > 0 ? active : accounts;
};

/** Signs in: mostly as a user who may. Each call has a password of its own, so that requests can be told apart. */
function login(world, client, random, { right = false, within } = {}) {
  const account = random.pick(client.deployment.accounts);
  const email = right || random.chance(0.92) ? account.email : "no-user@example.com";
  const good = `${PASSWORD_CANARY}-${world.tick()}`;
  const password = right || random.chance(0.92) ? good : random.chance(0.5) ? "" : `wrong-${good}`;
  const make = (session, options) => session.login({ email, password }, options);
  return call(client, "login", random, make, { detail: password, within });
}

/** Sends a request of the page's own. Each has an address of its own, so that requests can be told apart. */
function fetchOwn(world, client, random, within) {
  const { origin } = client.deployment;
  const number = world.tick();
  const [url, detail] = random.weighted([
    [[`/agent-hub-api/api/agent/${number}`, "own"], 5],
    [[`${origin}/networks-api/${number}/closed`, "own"], 2],
    [["https://elsewhere.example/api/x", "foreign"], 1],
    [["/api/../admin", "foreign"], 1],
  ]);
  // A request with an effect is the worst to be carried out for another user.
  const init = random.chance(0.5) ? { method: "POST", body: `${number}` } : {};
  const path = detail === "own" ? url.replace(origin, "") : undefined;
  const keepalive = random.chance(0.15);
  const make = (session, options) => session.fetch(url, { ...init, keepalive, ...options });
  return call(client, "fetch", random, make, { detail, path, keepalive, within });
}

/** Makes a call, one in three with an `AbortSignal`, which may be aborted already. */
function call(client, kind, random, make, { detail, path, keepalive, within } = {}) {
  const abort = random.chance(0.35) ? new AbortController() : undefined;
  if (abort && random.chance(0.05)) abort.abort();
  const options = abort ? { signal: abort.signal } : undefined;
  let promise;
  const made = client.calls.make(
    kind,
    (session) => {
      promise = make(session, options);
      return promise;
    },
    { abort, detail, path, keepalive, within },
  );
  return Object.assign(made, { promise });
}

/** The calls that a page can make, by name. */
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

/** Adds a listener, at a random place, that may do what listeners do. */
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
    // A listener is called as it subscribes. It acts on that call once in four, and else on changes alone.
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
    // What a listener of an `EventTarget` throws is the platform's to report.
    if (deed !== "throw") client.session.addEventListener(what, () => act(undefined));
    return;
  }
  client.subscriptions.subscribe(what, act, random.chance(0.3));
  subscribed = true;
}

export function close(world, client) {
  world.note("call", client, "close");
  client.watch.calls("close");
  client.signOuts.goes();
  client.ends("closed");
  client.session.close();
}
