// One schedule: the actions that a seed gives, then a fair end, at which every session must come to rest.

import { drawActions, perform } from "./actions.mjs";
import { Tab } from "./browser/tab.mjs";
import { Deployment } from "./deployment/deployment.mjs";
import { checkClosed, checkRead, checkRest, truthOf } from "./oracle/rest.mjs";
import { createRandom } from "./random.mjs";
import { close, openSession } from "./sessions.mjs";
import { restoreFromCache, setOnline, setVisible, thaw } from "./turns.mjs";
import { Violation, World } from "./world.mjs";

/** How long time runs at the end: enough for the two longest waits between retries, and for a proxy's `Retry-After` of two minutes. */
const LAST_TIMERS_MS = 150_000;

export const seedsFrom = (first, count) => Array.from({ length: count }, (_, index) => first + index);

/** Returns the schedule of a seed: its actions, and the seeds of its setup and its world. */
export function plan(seed) {
  const random = createRandom(seed);
  return { seed, setup: random.next(), world: random.next(), actions: drawActions(random.split()) };
}

/**
 * Runs a schedule to its end. Resolves with the hash of its trace, with the trace itself if `record` is set, with the
 * violation if there was one, and with the number of actions begun. `stage.world` is where the fake globals find the world.
 */
export async function runSchedule(
  { setup, world: seed, actions },
  { stage, pkg, flushMicrotasks, counters, counts, record = false },
) {
  const world = new World({ pkg, random: createRandom(seed), flushMicrotasks, observe, counts, record });
  stage.world = world;
  let begun = 0;
  let violation;
  try {
    await open(world, createRandom(setup), counters);
    for (const action of actions) {
      begun++;
      world.note("»", undefined, action.kind);
      await perform(world, action.kind, createRandom(action.random), counters);
      checkListeners(world);
      counters.countState(world);
    }
    await end(world, counters);
  } catch (error) {
    violation =
      error instanceof Violation ? error : new Violation("simulator", error?.stack ?? String(error));
    closeAll(world);
    await flushMicrotasks();
  }
  counters.schedules++;
  counters.actions += begun;
  return { hash: world.hash >>> 0, trace: world.trace, violation, begun };
}

/** Passes what goes over the wire on to the oracle of the session that made the request. */
const observe = {
  onRequest(record) {
    const { watch, wire, signOuts } = record.client;
    wire.checkRequest(record);
    if (record.kind === "logout") signOuts.noteRequest(record);
    watch.noteRequest(record);
  },
  onCookieChange(record, before, after) {
    if (record.kind === "logout" && after === null) record.client.wire.checkSignOutOrder(record, before);
  },
  onAbort(record) {
    const { watch, wire, signOuts } = record.client;
    watch.noteAbort(record);
    wire.noteAbort(record);
    signOuts.noteEnd(record);
  },
  onAnswer(record, meaning) {
    const { client, kind } = record;
    client.watch.noteAnswer(record, meaning);
    client.wire.noteEnd(record);
    client.signOuts.noteEnd(record);
    if (kind === "login") client.calls.noteAnswer(meaning, JSON.parse(record.body).password);
  },
};

async function open(world, random, counters) {
  const places = random.chance(0.15) ? ["north", "south"] : ["north"];
  world.deployments = places.map(
    (place) =>
      new Deployment({ place, strict: random.chance(0.5), sso: random.chance(0.7), nowMs: world.trueMs }),
  );
  world.chaos = random.pick([0, 0.1, 0.3, 0.6]);
  world.moduleChaos = random.pick([0, 0.1, 0.4]);
  for (const deployment of world.deployments) {
    deployment.cookiesRefused = random.chance(0.08);
    deployment.showsDate = random.chance(0.8);
    if (random.chance(0.5)) deployment.storeCookie(deployment.issue(random.pick(deployment.accounts)));
  }
  const count = random.weighted([
    [1, 3],
    [2, 4],
    [3, 3],
  ]);
  for (let number = 0; number < count; number++) {
    const tab = new Tab("abc"[number], random.below(1_000) * -1);
    tab.visible = random.chance(0.85);
    world.tabs.push(tab);
    const sessions = random.chance(0.12) ? 2 : 1;
    for (let opened = 0; opened < sessions; opened++) {
      await openSession(world, tab, random.pick(world.deployments), random, counters);
      if (world.violation) throw world.violation;
    }
  }
}

/** Checks, while no script runs, that every listener has the newest value and that nothing shown is too old. */
function checkListeners(world) {
  for (const client of world.clients) {
    if (client.gone) continue;
    client.subscriptions.checkNewest();
    client.watch.checkAge();
  }
  if (world.violation) throw world.violation;
}

/**
 * Plays a fair end, whatever the schedule did: all that is under way is delivered, the network makes no more errors, the
 * WebAssembly file arrives, time runs for every timer of retries and sign-outs, and each tab is hidden and shown once.
 * Then every tab must show what the deployment says.
 */
async function end(world, counters) {
  world.fair = true;
  world.note("»", undefined, "fair end");
  for (const deployment of world.deployments) deployment.refusals = {};
  for (const client of world.clients) client.traps = false;
  for (const tab of world.tabs) {
    await thaw(world, tab);
    await restoreFromCache(world, tab);
  }
  await setOnline(world, true);
  await world.network.giveUpHanging();
  await world.advance(LAST_TIMERS_MS);
  await untilUnchanged(world, () => hideAndShowTabs(world));
  checkRest(world, counters);
  const last = await untilUnchanged(world, () => refreshSessions(world));
  checkRead(world, last);
  closeAll(world);
  await world.flushMicrotasks();
  checkClosed(world);
  if (world.violation) throw world.violation;
}

/** Repeats `act` until the deployment's answer no longer changes: a page's listener may sign in or out once more. */
async function untilUnchanged(world, act) {
  const bearers = () => world.clients.filter(({ watch }) => watch.readBearer !== null).length;
  for (let rounds = 8; rounds > 0; rounds--) {
    // A read that finds the cookie refused makes the next read carry the token: that is a change, too.
    const before = `${world.deployments.map(truthOf)} ${bearers()}`;
    const outcome = await act();
    checkListeners(world);
    if (before === `${world.deployments.map(truthOf)} ${bearers()}`) return outcome;
  }
  throw new Violation("rest", "the sessions never come to rest");
}

async function refreshSessions(world) {
  const calls = [];
  for (const client of world.clients.filter(({ closed }) => !closed)) {
    await world.dispatch(client, "last refresh", "call", () => {
      calls.push([client, client.calls.make("refresh", (session) => session.refresh())]);
    });
  }
  await world.advance(20_000);
  return calls;
}

async function hideAndShowTabs(world) {
  for (const tab of world.tabs) await setVisible(world, tab, false);
  await world.advance(31_000);
  for (const tab of world.tabs) await setVisible(world, tab, true);
  await world.advance(61_000);
}

function closeAll(world) {
  for (const client of world.clients) {
    world.current = client;
    if (client.session && !client.closed) close(world, client);
  }
}
