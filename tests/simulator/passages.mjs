// Passages: what pages do in several steps, one upon the other. Each step alone is rarely drawn, and their meeting more rarely.

import { CALLS, close, openSession } from "./sessions.mjs";
import { leave, restore, unload } from "./turns.mjs";

const act = (world, client, kind, random) =>
  client.closed || client.tab.suspended
    ? undefined
    : world.dispatch(client, kind, "call", () => CALLS[kind](client, random, world));

/** Makes the page's own `fetch` close this session as it is asked to send the sign-out. */
const closesAtSignOut = (world, client) => {
  client.atSignOut = () => {
    if (!client.closed) close(world, client);
  };
};

/** Signs out, and in again: in the same turn, or a moment later. */
export async function leaveAndCome(world, client, random) {
  if (random.chance(0.4)) {
    await world.dispatch(client, "leave and come", "call", () => {
      CALLS.logout(client, random, world);
      CALLS.login(client, random, world);
    });
    return;
  }
  await act(world, client, "logout", random);
  await world.advance(random.below(random.chance(0.8) ? 100 : 4_000));
  await act(world, client, "login", random);
}

/** Signs out, and goes: the tab is closed or frozen, or the session is closed, while the deployment is being told. */
export async function leaveAndGo(world, client, random) {
  if (random.split().chance(0.1)) closesAtSignOut(world, client);
  await act(world, client, "logout", random);
  await world.advance(random.below(80));
  const how = random.pick(["tab", "freeze", "close"]);
  if (how === "tab" && world.tabs.length > 1) world.goes(client.tab);
  else if (how === "freeze") client.tab.frozen = true;
  else if (!client.closed) await world.dispatch(client, "close", "call", () => close(world, client));
}

/** Begins, signs out before the module is there, and goes: the tab, or the session, or the page into the cache. */
export async function leaveAtOnce(world, { tab, deployment }, random, counters) {
  if (tab.clients.length > 3) return;
  const next = await openSession(world, tab, deployment, random, counters);
  await world.advance(random.below(60));
  await act(world, next, "logout", random);
  await world.advance(random.below(20));
  if (next.closed || tab.suspended) return;
  if (random.split().chance(0.3)) closesAtSignOut(world, next);
  if (random.chance(0.5)) await world.dispatch(next, "close", "call", () => close(world, next));
  else if (random.chance(0.6) || world.tabs.length < 2) {
    await leave(world, tab);
    if (random.chance(0.3)) await comeAndLeave(world, next, random);
  } else await unload(world, tab);
}

/** Comes back from the cache, signs out again, and closes the session. */
async function comeAndLeave(world, client, random) {
  await restore(world, client.tab);
  await act(world, client, "logout", random);
  if (!client.closed) await world.dispatch(client, "close", "call", () => close(world, client));
}

/** Signs out, closes the session, and signs in on another: while the deployment is being told, or a moment later. */
export async function beginAnew(world, client, random, counters) {
  const { tab, deployment } = client;
  if (tab.clients.length > 3) return;
  await act(world, client, "logout", random);
  await world.advance(random.below(60));
  if (client.closed || tab.suspended) return;
  await world.dispatch(client, "close", "call", () => close(world, client));
  const next = await openSession(world, tab, deployment, random, counters);
  await world.advance(random.below(random.chance(0.8) ? 100 : 4_000));
  await act(world, next, "login", random);
}

/** Signs out where a proxy refuses that, and reads the session. */
export async function leaveInVain(world, client, random) {
  client.deployment.refusals.logout = random.between(1, 3);
  await act(world, client, "logout", random);
  await world.advance(random.between(10, 6_000));
  if (random.chance(0.7)) await act(world, client, "refresh", random);
}

/** Sends several requests at once; every second time the session has ended on the deployment by then. */
export async function burst(world, client, random) {
  if (random.chance(0.5)) client.deployment.expireAll();
  await world.dispatch(client, "burst", "call", () => {
    for (let count = random.between(2, 4); count > 0; count--) CALLS.fetch(client, random, world);
    if (random.chance(0.3)) CALLS.permissions(client, random, world);
  });
  await world.advance(random.below(2_000));
  if (random.chance(0.5)) await act(world, client, "fetch", random);
}
