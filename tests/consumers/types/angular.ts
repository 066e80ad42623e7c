import { createSession } from "platform-session";
import {
  IdentityBoundary,
  injectCan,
  injectGate,
  injectGateState,
  injectPermission,
  injectPermissions,
  injectSessionEvent,
  provideSession,
  SignedIn,
} from "platform-session/angular";
import { gateGuard } from "platform-session/angular/router";

export const providers = [provideSession(createSession())];
export const can: boolean = injectCan({ feature: "chat-history" })();
export const state = injectGateState(() => ({ atLeast: "expert" }))();
export const reading = injectPermission("report-analysis")().enabled;
export const guard = gateGuard({ feature: "chat-history" }, { redirectTo: "/sign-in", timeoutMs: 1_000 });
export const directives = [IdentityBoundary, SignedIn];
// @ts-expect-error No feature of this deployment.
injectCan({ feature: "chat-histroy" });
// @ts-expect-error No role of this deployment.
injectGateState({ atLeast: "expret" });
// @ts-expect-error No feature of this deployment.
injectPermission("chat-histroy");
// @ts-expect-error No feature of this deployment.
gateGuard({ feature: "chat-histroy" });

const permissions = injectPermissions();
export const menu = [permissions.can("chat-history"), Object.keys(permissions.features()).length];
export const granted: boolean = injectGate(() => ({ atLeast: "expert" }))().granted;
injectSessionEvent("signed-in", ({ detail }) => detail.user.name);
// @ts-expect-error A sign-out gives its reason, and no user.
injectSessionEvent("signed-out", ({ detail }) => detail.user);
// @ts-expect-error No feature of this deployment.
permissions.can("chat-histroy");
