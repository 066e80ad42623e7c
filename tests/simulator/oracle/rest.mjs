// Checks the end of a schedule, when the network makes no errors and all timers have run: every tab shows what the deployment says.

import { keyOf } from "../deployment/accounts.mjs";
import { describe } from "./watch.mjs";

/** Checks that every call has settled, and that every session shows the truth after its tab was hidden and shown. Counts the sessions that cannot be checked, by reason. */
export function checkRest(world, counters) {
  for (const client of world.clients) {
    if (client.gone) continue;
    const kind = client.closed
      ? "closed"
      : !client.options.onFocus
        ? "reads only when asked"
        : client.watch.heldBack
          ? "asked to wait for years"
          : "checked";
    counters.countRest(kind);
    for (const call of client.calls.list) {
      if (call.kind === "ready" && kind !== "checked" && kind !== "closed") continue;
      world.check(call.settled, "settles", () => `${client.name}: ${call.kind} never settles`);
    }
    if (["checked", "closed"].includes(kind)) client.signOuts.checkRest();
    if (kind !== "checked") continue;
    checkTruth(world, client, "at rest");
    client.subscriptions.checkRest();
  }
}

/** Checks that after a call to `refresh()` every session shows the truth. */
export function checkRead(world, calls) {
  for (const [client, { settled, outcome }] of calls) {
    if (client.closed) continue;
    world.check(settled, "settles", () => `${client.name}: the last refresh never settles`);
    const isRead = outcome === "resolved" || outcome === "account-deactivated";
    world.check(isRead, "settles", () => `${client.name}: the last refresh ends with ${outcome}`);
    checkTruth(world, client, "at rest");
  }
}

/** Returns a text that changes when the deployment would answer a read with another user, and after each sign-in. */
export function truthOf(deployment) {
  const account = deployment.accountOf(deployment.cookie);
  return `${deployment.cookie} ${account?.id} ${account?.role} ${account?.active} ${deployment.issued}`;
}

/** Checks that a session shows what the deployment answers to a read with the token, if any, of the session's newest read. */
function checkTruth(world, { session, deployment, watch, name }, rule) {
  const { snapshot } = session;
  const { cookie } = deployment;
  const { meaning } = deployment.answer({ kind: "session", cookie, bearer: watch.readBearer });
  const shown = () =>
    `${name} shows ${describe(snapshot)}, and the deployment says ${meaning.is} ${meaning.account?.id ?? ""} ${meaning.role ?? ""}`;
  const { status, user, features, stale, error } = snapshot;
  const isAtRest = !stale && !snapshot.signOutPending && !snapshot.reauthenticating;
  if (meaning.is !== "identity") {
    world.check(isAtRest && status === "unauthenticated", rule, shown);
    return;
  }
  const { account, role, key } = meaning;
  const isRight = user?.id === account.id && user.userType === role && keyOf(features) === key;
  world.check(isAtRest && isRight && error === null, rule, shown);
}

/** Checks that a closed session leaves no calls, listeners, timers or channels behind. */
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
