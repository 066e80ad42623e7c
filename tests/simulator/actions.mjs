// The actions of a schedule: how they are drawn, and what each does.

import { askAtOnce } from "./at-once.mjs";
import { ROLES } from "./deployment/accounts.mjs";
import {
  burst,
  signInOnNewSession,
  signOutAndGo,
  signOutAndIn,
  signOutBeforeModule,
  signOutRefused,
} from "./passages.mjs";
import { CALLS, close, listen, openSession } from "./sessions.mjs";
import { putIntoCache, restoreFromCache, setOnline, setVisible, thaw, unload } from "./turns.mjs";

const HOUR_MS = 3_600_000;

/** The weight with which each action is drawn. Their order is part of what a seed means. */
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
  "close tab": 1,
  "sign out and in": 3,
  "sign out and go": 2,
  "sign out refused": 2,
  "sign out before module": 1,
  "sign in on new session": 1,
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

/** The actions that take several steps (`passages.mjs`). */
const PASSAGES = {
  "sign out and in": signOutAndIn,
  "sign out and go": signOutAndGo,
  "sign out refused": signOutRefused,
  "sign out before module": signOutBeforeModule,
  "sign in on new session": signInOnNewSession,
  burst,
};

const CHOICES = Object.entries(WEIGHTS);

/** Draws the actions of a schedule. Each has its own seed, so that shrinking can leave the others out. */
export function drawActions(random) {
  return Array.from({ length: random.between(20, 60) }, () => ({
    kind: random.weighted(CHOICES),
    random: random.next(),
  }));
}

/** Performs one action of a page, of the deployment or of the machine. */
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
    case "close tab":
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
      return account.active && deployment.storeCookie(deployment.issue(account));
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
      // While some machines sleep, their monotonic clock stops; on others it runs on.
      const clockStops = random.chance(0.6);
      if (clockStops) world.trueOffset += ms;
      world.jump(ms, clockStops ? 0 : ms);
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
      return setVisible(world, tab, kind === "show");
    case "focus":
      return tab.suspended || !tab.visible ? undefined : world.firePage(tab, { type: "focus" }, "focus");
    case "go dark":
      await setOnline(world, false);
      return world.advance(random.between(1_000, 90_000));
    case "offline":
    case "online":
      return setOnline(world, kind === "online");
    case "cache":
      return tab.cached ? restoreFromCache(world, tab) : putIntoCache(world, tab);
    default:
      throw new Error(`No such action: ${kind}`);
  }
}

/** Wakes the machine: each visible page gets the focus. */
async function wake(world) {
  for (const tab of world.tabs) {
    if (tab.visible && !tab.suspended) await world.firePage(tab, { type: "focus" }, "focus");
  }
}
