// Checks the end of a schedule, when the network behaves and time has run: every tab shows what the deployment says.

import { keyOf } from "../deployment/accounts.mjs";
import { describe } from "./watch.mjs";

/** Checks that every call has ended, and that every session shows the truth once its tab was looked at. What is left out is counted. */
export function checkRest(world, counters) {
  for (const client of world.clients) {
    if (client.gone) continue;
    const left = client.closed
      ? "closed"
      : !client.options.onFocus
        ? "reads only when asked"
        : client.watch.heldBack
          ? "told to come back in years"
          : "looked at";
    counters.rests(left);
    for (const { kind, settled } of client.calls.list) {
      if (kind === "ready" && left !== "looked at" && left !== "closed") continue;
      world.check(settled, "settles", () => `${client.name}: ${kind} waits for ever`);
    }
    if (["looked at", "closed"].includes(left)) client.signOuts.checkRest();
    if (left !== "looked at") continue;
    checkTruth(world, client, "at rest");
    client.subscriptions.checkRest();
  }
}

/** Checks that a call to `refresh()` brings every session the truth, whatever was before. */
export function checkRead(world, calls) {
  for (const [client, { settled, outcome }] of calls) {
    if (client.closed) continue;
    world.check(settled, "settles", () => `${client.name}: the last refresh waits for ever`);
    const read = outcome === "resolved" || outcome === "account-deactivated";
    world.check(read, "settles", () => `${client.name}: the last refresh ends with ${outcome}`);
    checkTruth(world, client, "at rest");
  }
}

/** Returns the user that a deployment would name now, as a text; a different text, too, where another user came and went meanwhile. */
export function truthOf(deployment) {
  const account = deployment.bearerOf(deployment.cookie);
  return `${deployment.cookie} ${account?.id} ${account?.role} ${account?.active} ${deployment.issued}`;
}

/** Checks that a session shows what the deployment would answer to a read that is sent as the session's newest one was. */
function checkTruth(world, { session, deployment, watch, name }, rule) {
  const { snapshot } = session;
  const { cookie } = deployment;
  const { meaning } = deployment.answer({ kind: "session", cookie, bearer: watch.readBearer });
  const shown = () =>
    `${name} shows ${describe(snapshot)}, and the deployment says ${meaning.is} ${meaning.account?.id ?? ""} ${meaning.role ?? ""}`;
  const { status, user, features, stale, error } = snapshot;
  const settled = !stale && !snapshot.signOutPending && !snapshot.reauthenticating;
  if (meaning.is !== "identity") {
    world.check(settled && status === "unauthenticated", rule, shown);
    return;
  }
  const { account, role, key } = meaning;
  const right = user?.id === account.id && user.userType === role && keyOf(features) === key;
  world.check(settled && right && error === null, rule, shown);
}

/** Checks that a closed session leaves nothing behind, and answers every call with "closed". */
export function checkClosed(world) {
  for (const client of world.clients) {
    const left = (what, count) =>
      world.check(count === 0, "closed", () => `${client.name}: ${count} ${what} left`);
    left("calls", client.calls.list.filter(({ settled }) => !settled).length);
    left(
      "listeners",
      [...client.listeners.values()].reduce((sum, set) => sum + set.size, 0),
    );
    left("timers", client.timers.size);
    left("channels", client.channels.size);
  }
}
