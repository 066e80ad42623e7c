import {
  type Gate,
  type IdentityBoundary,
  type SignedIn,
  useCan,
  useGate,
  useGateState,
  usePermission,
  usePermissions,
  useSessionEvent,
} from "platform-session/svelte";
import type { ComponentProps, Snippet } from "svelte";

export const can: boolean = useCan({ feature: "chat-history" }).current;
export const state = useGateState(() => ({ atLeast: "expert" })).current;
export const reading = usePermission(() => "report-analysis").current.limit;
// @ts-expect-error No feature of this deployment.
useCan({ feature: "chat-histroy" });
// @ts-expect-error No role of this deployment.
useGateState({ atLeast: "expret" });
// @ts-expect-error No feature of this deployment.
usePermission("chat-histroy");
export const props: ComponentProps<typeof Gate>[] = [
  { feature: "chat-history" },
  // @ts-expect-error No feature of this deployment.
  { feature: "chat-histroy" },
];
declare const snippet: Snippet;
export const boundary: ComponentProps<typeof IdentityBoundary> = { children: snippet, pending: snippet };
export const signedIn: ComponentProps<typeof SignedIn> = {
  children: snippet,
  fallback: snippet,
  pending: snippet,
};
// @ts-expect-error Conditions are a gate's.
export const conditional: ComponentProps<typeof SignedIn> = { feature: "chat-history" };

const permissions = usePermissions();
export const menu = [permissions.can("chat-history"), Object.keys(permissions.features).length];
export const granted: boolean = useGate(() => ({ atLeast: "expert" })).current.granted;
useSessionEvent("signed-in", ({ detail }) => detail.user.name);
// @ts-expect-error A sign-out gives its reason, and no user.
useSessionEvent("signed-out", ({ detail }) => detail.user);
// @ts-expect-error No feature of this deployment.
permissions.can("chat-histroy");
