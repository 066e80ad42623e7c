// A guard for Angular's router, which waits until it is known whether its gate is granted.

import { inject } from "@angular/core";
import { Router, type UrlTree } from "@angular/router";
import type { Gate, GateConditions, Session, SessionError } from "platform-session";
import { injectSessionClient } from "platform-session/angular";
import { LONGEST_MS } from "../../../entry/longest-wait.js";
import { refuseOptions } from "../../shared/options.js";

const PATIENCE_MS = 10_000;

interface Options {
  redirectTo?: string | undefined;
  timeoutMs?: number | undefined;
}

export function gateGuard(
  conditions: GateConditions,
  { redirectTo, timeoutMs = PATIENCE_MS, ...others }: Options = {},
): () => Promise<boolean | UrlTree> {
  refuseOptions(others, "redirectTo, timeoutMs");
  return async () => {
    const session = injectSessionClient();
    const router = inject(Router);
    const isGranted = await settle(session, session.gate(conditions), timeoutMs);
    return isGranted || (redirectTo === undefined ? false : router.parseUrl(redirectTo));
  };
}

/** Resolves to whether the gate is granted, once that is known or will not be. While `reauthenticate` is under way no user is led away. */
function settle(session: Session, gate: Gate, timeoutMs: number): Promise<boolean> {
  let end = () => {};
  const settled = new Promise<boolean>((resolve) => {
    // On a server there is nothing to wait for: nothing more will be known.
    let isLate = typeof window === "undefined";
    const look = () => {
      const { error, reauthenticating } = session.snapshot;
      const isDenied = gate.value === "denied" || isLate || isFinal(error);
      if (gate.granted || (isDenied && !reauthenticating)) resolve(gate.granted);
    };
    const giveUp = () => {
      isLate = true;
      look();
    };
    const timer = setTimeout(giveUp, Math.min(timeoutMs, LONGEST_MS));
    const ends = [session.subscribe(look), gate.subscribe(look)];
    end = () => {
      clearTimeout(timer);
      for (const unsubscribe of ends) unsubscribe();
    };
  });
  return settled.finally(end);
}

/** Whether the session cannot run any more. Other errors pass, `retryable` or not: the session is read again. */
const isFinal = (error: SessionError | null) =>
  error?.code === "closed" || (error?.code === "wasm-unavailable" && !error.retryable);
