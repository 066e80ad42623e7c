// The actions that a schedule is made of: they are drawn, and performed.

import { askAtOnce } from "./at-once.mjs";
import { ROLES } from "./deployment/accounts.mjs";
import { beginAnew, burst, leaveAndCome, leaveAndGo, leaveAtOnce, leaveInVain } from "./passages.mjs";
import { CALLS, close, listen, openSession } from "./sessions.mjs";
import { connect, leave, restore, thaw, turn, unload } from "./turns.mjs";

const HOUR_MS = 3_600_000;

/** The weight with which each action is drawn. */
const WEIGHTS = {
  login: 9,
  logout: 5,
  refresh: 5,
  permissions: 4,
  roles: 3,
  fetch: 4,
  sso: 1,
  start: 1,
  sync: 2,
  abort: 3,
  listen: 5,
  unsubscribe: 2,
  close: 1,
  open: 2,
  trap: 1,
  "tab goes": 1,
  "leave and come": 3,
  "leave and go": 2,
  "leave in vain": 2,
  "leave at once": 1,
  "begin anew": 1,
  burst: 3,
  "go dark": 1.5,
  "change role": 3,
  "change features": 3,
  "change account": 2,
  "expire all": 2,
  "sign in elsewhere": 2,
  cookies: 2,
  next: 26,
  second: 8,
  minutes: 4,
  sleep: 3,
  "set clock": 1,
  freeze: 3,
  thaw: 3,
  hide: 4,
  show: 4,
  focus: 3,
  offline: 2,
  online: 3,
  cache: 2,
};

/** The passages (`passages.mjs`): what pages do in several steps, one upon the other. */
const PASSAGES = {
  "leave and come": leaveAndCome,
  "leave and go": leaveAndGo,
  "leave in vain": leaveInVain,
  "leave at once": leaveAtOnce,
  "begin anew": beginAnew,
  burst,
};

const CHOICES = Object.entries(WEIGHTS);

/** Draws the actions of a schedule: each with a seed of its own, so that others may be left out. */
export function drawActions(random) {
  return Array.from({ length: random.between(20, 60) }, () => ({
    kind: random.weighted(CHOICES),
    random: random.next(),
  }));
}

/** Performs one action. */
export async function perform(world, kind, random, counters) {
  const tab = random.pick(world.tabs);
  const deployment = random.pick(world.deployments);
  const client = random.pick(world.clients.filter(({ closed, tab }) => !closed && !tab.suspended));
  const account = random.pick(deployment.accounts);
  const onClient = (act) => client && world.dispatch(client, kind, "call", act);
  if (CALLS[kind]) return onClient(() => CALLS[kind](client, random, world));
  if (PASSAGES[kind]) return client && PASSAGES[kind](world, client, random, counters);
  switch (kind) {
    case "sync":
      return onClient(() => askAtOnce(world, client, counters));
    case "abort": {
      const call =
        client && random.pick(client.calls.list.filter(({ abort }) => abort && !abort.signal.aborted));
      return call && onClient(() => call.abort.abort());
    }
    case "listen":
      return onClient(() => listen(world, client, random));
    case "unsubscribe":
      return onClient(() => client.subscriptions.unsubscribe(client.subscriptions.pick(random)));
    case "close":
      return onClient(() => close(world, client));
    case "trap":
      if (client) client.traps = true;
      return;
    case "tab goes":
      return world.tabs.length > 1 ? unload(world, tab) : undefined;
    case "open":
      return tab.suspended || tab.clients.length > 2
        ? undefined
        : openSession(world, tab, deployment, random, counters);
    case "change role":
      account.role = random.pick(ROLES).name;
      return;
    case "change features":
      return deployment.changeFeatures(account.role, random.below(4));
    case "change account":
      account.active = !account.active;
      return;
    case "expire all":
      return deployment.expireAll();
    case "sign in elsewhere":
      return account.active && deployment.keep(deployment.issue(account));
    case "cookies":
      deployment.cookiesRefused = !deployment.cookiesRefused;
      if (random.chance(0.5)) deployment.cookie = null;
      return;
    default:
      return performOnMachine(world, kind, random, tab);
  }
}

/** Performs an action of the machine: time passes, or something happens to a tab. */
async function performOnMachine(world, kind, random, tab) {
  switch (kind) {
    case "next":
      for (let times = random.between(1, 3); times > 0; times--) await world.advanceToNext(30_000);
      return;
    case "second":
      return world.advance(random.between(1, 2_000));
    case "minutes":
      return world.advance(random.between(5_000, 90_000));
    case "sleep": {
      const ms = random.pick([60_000, HOUR_MS, 23 * HOUR_MS, 25 * HOUR_MS]);
      // Some machines' monotonic clock stands still meanwhile, others' does not.
      const stands = random.chance(0.6);
      if (stands) world.trueOffset += ms;
      world.jump(ms, stands ? 0 : ms);
      return random.chance(0.7) ? wake(world) : undefined;
    }
    case "set clock":
      return world.jump(random.pick([HOUR_MS, 30 * HOUR_MS]), 0);
    case "freeze":
      tab.frozen = true;
      return;
    case "thaw":
      return thaw(world, tab);
    case "hide":
    case "show":
      return turn(world, tab, kind === "show");
    case "focus":
      return tab.suspended || !tab.visible ? undefined : world.firePage(tab, { type: "focus" }, "focus");
    case "go dark":
      await connect(world, false);
      return world.advance(random.between(1_000, 90_000));
    case "offline":
    case "online":
      return connect(world, kind === "online");
    case "cache":
      return tab.cached ? restore(world, tab) : leave(world, tab);
    default:
      throw new Error(`No such action: ${kind}`);
  }
}

/** Wakes the machine: the user first looks at its pages. */
async function wake(world) {
  for (const tab of world.tabs) {
    if (tab.visible && !tab.suspended) await world.firePage(tab, { type: "focus" }, "focus");
  }
}
