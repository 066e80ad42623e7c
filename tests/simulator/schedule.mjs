// One schedule: a seed, what it makes happen, a fair end, and rest.

import { drawActions, perform } from "./actions.mjs";
import { Tab } from "./browser/tab.mjs";
import { Deployment } from "./deployment/deployment.mjs";
import { checkClosed, checkRead, checkRest, truthOf } from "./oracle/rest.mjs";
import { createRandom } from "./random.mjs";
import { close, openSession } from "./sessions.mjs";
import { connect, restore, thaw, turn } from "./turns.mjs";
import { Violation, World } from "./world.mjs";

/** How long time runs at the end: enough for the two longest waits of retries, and for a proxy that asks for two minutes. */
const TIMERS_MS = 150_000;

export const seedsFrom = (first, count) => Array.from({ length: count }, (_, index) => first + index);

/** Returns what happens in the schedule of a seed. */
export function plan(seed) {
  const random = createRandom(seed);
  return { seed, setup: random.next(), world: random.next(), actions: drawActions(random.split()) };
}

/**
 * Runs a schedule to its end. Resolves with the trace's hash, the trace where `record`, and the violation, if there
 * was one, with the number of actions that were begun. `stage` is what the fake globals ask for their world.
 */
export async function runSchedule(
  { setup, world: seed, actions },
  { stage, pkg, turn: flush, counters, counts, record = false },
) {
  const world = new World({ pkg, random: createRandom(seed), turn: flush, observe, counts, record });
  stage.world = world;
  let begun = 0;
  let violation;
  try {
    await open(world, createRandom(setup), counters);
    for (const action of actions) {
      begun++;
      world.note("»", undefined, action.kind);
      await perform(world, action.kind, createRandom(action.random), counters);
      settle(world);
      counters.stands(world);
    }
    await end(world, counters);
  } catch (error) {
    violation =
      error instanceof Violation ? error : new Violation("simulator", error?.stack ?? String(error));
    closeAll(world);
    await flush();
  }
  counters.schedules++;
  counters.actions += begun;
  return { hash: world.hash >>> 0, trace: world.trace, violation, begun };
}

/** Tells what goes over the wire to the watch of the session that made the request. */
const observe = {
  sends(record) {
    const { watch, wire, signOuts } = record.client;
    wire.sends(record);
    if (record.kind === "logout") signOuts.sends(record);
    watch.sends(record);
  },
  turnsCookie(record, before, after) {
    if (record.kind === "logout" && after === null) record.client.wire.endsSession(record, before);
  },
  aborts(record) {
    const { watch, wire, signOuts } = record.client;
    watch.aborts(record);
    wire.aborts(record);
    signOuts.ends(record);
  },
  answered(record, meaning) {
    const { client, kind } = record;
    client.watch.answered(record, meaning);
    client.wire.ends(record);
    client.signOuts.ends(record);
    if (kind === "login") client.calls.answered(meaning, JSON.parse(record.body).password);
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
    if (random.chance(0.5)) deployment.keep(deployment.issue(random.pick(deployment.accounts)));
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
    const own = random.chance(0.12) ? 2 : 1;
    for (let session = 0; session < own; session++) {
      await openSession(world, tab, random.pick(world.deployments), random, counters);
      if (world.violation) throw world.violation;
    }
  }
}

/** Checks while no script runs: every listener has been told what is shown, and nothing shown is too old. */
function settle(world) {
  for (const client of world.clients) {
    if (client.gone) continue;
    client.subscriptions.settle();
    client.watch.checkAge();
  }
  if (world.violation) throw world.violation;
}

/**
 * Plays a fair end, from wherever the schedule led: what is under way is delivered, the network behaves, the WebAssembly's
 * file comes, time runs for every timer of retries and sign-outs, and each tab is looked at once. Then every tab shows
 * what the deployment says.
 */
async function end(world, counters) {
  world.fair = true;
  world.note("»", undefined, "fair end");
  for (const deployment of world.deployments) deployment.refusals = {};
  for (const client of world.clients) client.traps = false;
  for (const tab of world.tabs) {
    await thaw(world, tab);
    await restore(world, tab);
  }
  await connect(world, true);
  await world.network.giveUpHanging();
  await world.advance(TIMERS_MS);
  await untilQuiet(world, () => lookAtEach(world));
  checkRest(world, counters);
  const last = await untilQuiet(world, () => refreshEach(world));
  checkRead(world, last);
  closeAll(world);
  await world.turn();
  checkClosed(world);
  if (world.violation) throw world.violation;
}

/** Acts until nothing changes any more: what a listener does may change once more what the deployment would say. */
async function untilQuiet(world, act) {
  const carries = () => world.clients.filter(({ watch }) => watch.readBearer !== null).length;
  for (let rounds = 8; rounds > 0; rounds--) {
    // Only the read after the one that showed a refused cookie asks with the token.
    const before = `${world.deployments.map(truthOf)} ${carries()}`;
    const outcome = await act();
    settle(world);
    if (before === `${world.deployments.map(truthOf)} ${carries()}`) return outcome;
  }
  throw new Violation("rest", "the sessions never come to rest");
}

async function refreshEach(world) {
  const calls = [];
  for (const client of world.clients.filter(({ closed }) => !closed)) {
    await world.dispatch(client, "last refresh", "call", () => {
      calls.push([client, client.calls.make("refresh", (session) => session.refresh())]);
    });
  }
  await world.advance(20_000);
  return calls;
}

async function lookAtEach(world) {
  for (const tab of world.tabs) await turn(world, tab, false);
  await world.advance(31_000);
  for (const tab of world.tabs) await turn(world, tab, true);
  await world.advance(61_000);
}

function closeAll(world) {
  for (const client of world.clients) {
    world.current = client;
    if (client.session && !client.closed) close(world, client);
  }
}
