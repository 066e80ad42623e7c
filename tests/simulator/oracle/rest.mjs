// At the end of a schedule, when the network behaves and time has run: everything is as the deployment would say.

import { keyOf } from "../deployment/accounts.mjs";
import { describe } from "./watch.mjs";

/** Every call has ended, and every session that reads on focus shows the truth by itself. */
export function checkRest(world) {
  for (const client of world.clients) {
    for (const { kind, settled } of client.calls.list) {
      if (kind === "ready" && !client.closed && client.session.snapshot.status === "unknown") continue;
      world.check(settled, "settles", () => `${client.name}: ${kind} waits for ever`);
    }
    if (client.closed || !client.options.onFocus || client.watch.heldBack || client.watch.unsure) continue;
    // Nothing runs that could read: the next call tries anew.
    if (client.session.snapshot.error?.code === "wasm-unavailable") continue;
    if (client.deployment.changedUnheard > client.watch.lastAsked) continue;
    checkTruth(world, client, client.watch.hidden);
  }
}

/** A call to `refresh()` brings every session the truth, whatever was before. */
export function checkRead(world, calls) {
  for (const [client, { settled, outcome }] of calls) {
    if (client.closed) continue;
    world.check(settled, "settles", () => `${client.name}: the last refresh waits for ever`);
    const read = outcome === "resolved" || outcome === "account-deactivated";
    world.check(read, "settles", () => `${client.name}: the last refresh ends with ${outcome}`);
    // A listener may have signed out meanwhile.
    if (!client.watch.unsure) checkTruth(world, client, client.watch.hidden);
  }
}

/** Whom a deployment would name now, in one text; another one, too, where somebody came and went meanwhile. */
export function truthOf(deployment) {
  const account = deployment.bearerOf(deployment.cookie);
  return `${deployment.cookie} ${account?.id} ${account?.role} ${account?.active} ${deployment.issued}`;
}

function checkTruth(world, client, hidden) {
  const { session, deployment, watch, name } = client;
  const { snapshot } = session;
  const bearer = watch.carries ? watch.token : null;
  const account = deployment.bearerOf(bearer) ?? deployment.bearerOf(deployment.cookie);
  const shown = () =>
    `${name} shows ${describe(snapshot)}, and the deployment says ${account?.id} ${account?.active} ${account?.role}`;
  world.check(!snapshot.stale, "at rest", shown);
  if (!account?.active) {
    world.check(snapshot.status === "unauthenticated", "at rest", shown);
    return;
  }
  if (hidden && (hidden.user === null || hidden.user === account.id)) {
    // The sign-out failed, and the cookie is alive.
    world.check(snapshot.status !== "authenticated", "at rest", shown);
    return;
  }
  const { key } = deployment.featuresOf(account.role);
  const { user, features } = snapshot;
  world.check(
    user?.id === account.id && user.userType === account.role && keyOf(features) === key,
    "at rest",
    shown,
  );
  world.check(snapshot.error === null, "at rest", shown);
}

/** A closed session leaves nothing behind, and answers every call with "closed". */
export function checkClosed(world) {
  for (const client of world.clients) {
    world.check(
      client.calls.list.every(({ settled }) => settled),
      "closed",
      () => `${client.name}: a call outlives it`,
    );
    const listeners = [...client.listeners.values()].reduce((sum, set) => sum + set.size, 0);
    world.check(listeners === 0, "closed", () => `${client.name}: ${listeners} listeners left`);
    world.check(
      client.timers.size === 0,
      "closed",
      () => `${client.name}: ${client.timers.size} timers left`,
    );
    world.check(client.channels.size === 0, "closed", () => `${client.name}: a channel left`);
  }
}
