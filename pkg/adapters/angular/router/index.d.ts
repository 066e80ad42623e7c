// For Angular's router, with `provideSession` of platform-session/angular.

import type { UrlTree } from "@angular/router";
import type { GateConditions } from "platform-session";

/**
 * Returns a route guard for `canMatch` and `canActivate`. If the gate is granted, the guard lets the navigation pass; otherwise it refuses it,
 * or redirects to `redirectTo`.
 *
 * The guard waits while the gate is unknown, at most for `timeoutMs` (default 10000; `Infinity`: without a limit), but not if the session is
 * closed or cannot run. While `reauthenticate` runs, it waits without a limit.
 *
 * To return to the wanted address after the sign-in, pass it on:
 * `canActivate: [(_, { url }) => gateGuard({ status: "authenticated" }, { redirectTo: "/sign-in?back=" + encodeURIComponent(url) })()]`.
 */
export function gateGuard(
  conditions: GateConditions,
  options?: { redirectTo?: string | undefined; timeoutMs?: number | undefined },
): () => Promise<boolean | UrlTree>;
