// Passages: actions of several steps. The steps are also actions of their own, but random draws rarely put them in this order.

import { CALLS, close, openSession } from "./sessions.mjs";
import { putIntoCache, restoreFromCache, unload } from "./turns.mjs";

const callOn = (world, client, kind, random) =>
  client.closed || client.tab.suspended
    ? undefined
    : world.dispatch(client, kind, "call", () => CALLS[kind](client, random, world));

/** Makes the page's own `fetch` close this session while it sends the session's sign-out. */
const closeAtSignOut = (world, client) => {
  client.atSignOut = () => {
    if (!client.closed) close(world, client);
  };
};

/** Signs out and in again: in the same script, or a moment later. */
export async function signOutAndIn(world, client, random) {
  if (random.chance(0.4)) {
    await world.dispatch(client, "sign out and in", "call", () => {
      CALLS.logout(client, random, world);
      CALLS.login(client, random, world);
    });
    return;
  }
  await callOn(world, client, "logout", random);
  await world.advance(random.below(random.chance(0.8) ? 100 : 4_000));
  await callOn(world, client, "login", random);
}

/** Signs out, and while the request is under way, closes the tab, freezes it, or closes the session. */
export async function signOutAndGo(world, client, random) {
  if (random.split().chance(0.1)) closeAtSignOut(world, client);
  await callOn(world, client, "logout", random);
  await world.advance(random.below(80));
  const how = random.pick(["tab", "freeze", "close"]);
  if (how === "tab" && world.tabs.length > 1) world.closeTab(client.tab);
  else if (how === "freeze") client.tab.frozen = true;
  else if (!client.closed) await world.dispatch(client, "close", "call", () => close(world, client));
}

/** Opens a session, signs out before its module has loaded, and then closes the session or the tab, or puts the page into the back/forward cache. */
export async function signOutBeforeModule(world, { tab, deployment }, random, counters) {
  if (tab.clients.length > 3) return;
  const next = await openSession(world, tab, deployment, random, counters);
  await world.advance(random.below(60));
  await callOn(world, next, "logout", random);
  await world.advance(random.below(20));
  if (next.closed || tab.suspended) return;
  if (random.split().chance(0.3)) closeAtSignOut(world, next);
  if (random.chance(0.5)) await world.dispatch(next, "close", "call", () => close(world, next));
  else if (random.chance(0.6) || world.tabs.length < 2) {
    await putIntoCache(world, tab);
    if (random.chance(0.3)) await restoreAndSignOut(world, next, random);
  } else await unload(world, tab);
}

/** Restores the page from the back/forward cache, signs out again, and closes the session. */
async function restoreAndSignOut(world, client, random) {
  await restoreFromCache(world, client.tab);
  await callOn(world, client, "logout", random);
  if (!client.closed) await world.dispatch(client, "close", "call", () => close(world, client));
}

/** Signs out, closes the session, and signs in on another session: while the sign-out is under way, or a moment later. */
export async function signInOnNewSession(world, client, random, counters) {
  const { tab, deployment } = client;
  if (tab.clients.length > 3) return;
  await callOn(world, client, "logout", random);
  await world.advance(random.below(60));
  if (client.closed || tab.suspended) return;
  await world.dispatch(client, "close", "call", () => close(world, client));
  const next = await openSession(world, tab, deployment, random, counters);
  await world.advance(random.below(random.chance(0.8) ? 100 : 4_000));
  await callOn(world, next, "login", random);
}

/** Signs out while a proxy refuses sign-outs, and reads the session. */
export async function signOutRefused(world, client, random) {
  client.deployment.refusals.logout = random.between(1, 3);
  await callOn(world, client, "logout", random);
  await world.advance(random.between(10, 6_000));
  if (random.chance(0.7)) await callOn(world, client, "refresh", random);
}

/** Sends several requests at once; every second time the deployment has ended the session before. */
export async function burst(world, client, random) {
  if (random.chance(0.5)) client.deployment.expireAll();
  await world.dispatch(client, "burst", "call", () => {
    for (let count = random.between(2, 4); count > 0; count--) CALLS.fetch(client, random, world);
    if (random.chance(0.3)) CALLS.permissions(client, random, world);
  });
  await world.advance(random.below(2_000));
  if (random.chance(0.5)) await callOn(world, client, "fetch", random);
}
