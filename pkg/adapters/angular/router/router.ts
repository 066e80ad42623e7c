// A guard for Angular's router, which waits until it is known whether its gate is granted.

import { inject } from "@angular/core";
import { Router, type UrlTree } from "@angular/router";
import type { Gate, GateConditions, Session, SessionError } from "platform-session";
import { injectSessionClient } from "platform-session/angular";
import { LONGEST_MS } from "../../../entry/longest-wait.js";
import { refuseOptions } from "../../shared/options.js";

const DEFAULT_TIMEOUT_MS = 10_000;

interface Options {
  redirectTo?: string | undefined;
  timeoutMs?: number | undefined;
}

export function gateGuard(
  conditions: GateConditions,
  { redirectTo, timeoutMs = DEFAULT_TIMEOUT_MS, ...others }: Options = {},
): () => Promise<boolean | UrlTree> {
  refuseOptions(others, "redirectTo, timeoutMs");
  return async () => {
    const session = injectSessionClient();
    const router = inject(Router);
    const isGranted = await settle(session, session.gate(conditions), timeoutMs);
    return isGranted || (redirectTo === undefined ? false : router.parseUrl(redirectTo));
  };
}

/**
 * Resolves to whether the gate is granted: once that is known, or false after `timeoutMs` or once the session cannot run any more. While
 * `reauthenticate` runs it keeps waiting, so that the user is not redirected away from the sign-in.
 */
function settle(session: Session, gate: Gate, timeoutMs: number): Promise<boolean> {
  let end = () => {};
  const settled = new Promise<boolean>((resolve) => {
    // On a server the session never changes, so waiting is of no use.
    let isLate = typeof window === "undefined";
    const resolveIfDecided = () => {
      const { error, reauthenticating } = session.snapshot;
      const isDenied = gate.value === "denied" || isLate || isFinal(error);
      if (gate.granted || (isDenied && !reauthenticating)) resolve(gate.granted);
    };
    const giveUp = () => {
      isLate = true;
      resolveIfDecided();
    };
    const timer = setTimeout(giveUp, Math.min(timeoutMs, LONGEST_MS));
    const unsubscribers = [session.subscribe(resolveIfDecided), gate.subscribe(resolveIfDecided)];
    end = () => {
      clearTimeout(timer);
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
  });
  return settled.finally(end);
}

/** Whether the session cannot run any more. After any other error, even one that is not `retryable`, the session is read again. */
const isFinal = (error: SessionError | null) =>
  error?.code === "closed" || (error?.code === "wasm-unavailable" && !error.retryable);
