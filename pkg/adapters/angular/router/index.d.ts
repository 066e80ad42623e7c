// For Angular's router, with `provideSession` of platform-session/angular.

import type { UrlTree } from "@angular/router";
import type { GateConditions } from "platform-session";

/**
 * A route guard for `canMatch` and `canActivate`. Where the gate is granted, it lets the navigation pass. Otherwise it refuses it,
 * or leads to `redirectTo`.
 *
 * It waits while the gate is unknown, but no longer than `timeoutMs` (default 10000; `Infinity`: however long), and not where the
 * session is closed or cannot run. While `reauthenticate` runs, it waits for that, however long.
 *
 * To lead back after the sign-in, hand over the address that was asked for:
 * `canActivate: [(_, { url }) => gateGuard({ status: "authenticated" }, { redirectTo: "/sign-in?back=" + encodeURIComponent(url) })()]`.
 */
export function gateGuard(
  conditions: GateConditions,
  options?: { redirectTo?: string | undefined; timeoutMs?: number | undefined },
): () => Promise<boolean | UrlTree>;
