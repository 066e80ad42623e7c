import {
  type Gate,
  type IdentityBoundary,
  type SignedIn,
  useCan,
  useGateState,
  usePermission,
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
