// For Angular's router, with `provideSession` of platform-session/angular.

import type { UrlTree } from "@angular/router";
import type { GateConditions } from "platform-session";

/**
 * A guard for `canMatch` and `canActivate`: granted, it lets pass; else it refuses, or leads to `redirectTo`.
 *
 * It waits while the gate is unknown, but no longer than `timeoutMs` (default 10000; `Infinity`: however long), and not where the session is closed or
 * cannot run. While `reauthenticate` is under way it waits for that.
 *
 * For a way back, name the address that was asked for:
 * `canActivate: [(_, { url }) => gateGuard({ status: "authenticated" }, { redirectTo: "/sign-in?back=" + encodeURIComponent(url) })()]`.
 */
export function gateGuard(
  conditions: GateConditions,
  options?: { redirectTo?: string; timeoutMs?: number },
): () => Promise<boolean | UrlTree>;
