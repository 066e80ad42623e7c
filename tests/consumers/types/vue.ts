import { createSession } from "platform-session";
import {
  Gate,
  IdentityBoundary,
  SignedIn,
  sessionPlugin,
  useCan,
  useGateState,
  usePermission,
} from "platform-session/vue";
import { createApp, h, ref } from "vue";

createApp({}).use(sessionPlugin(createSession()));
export const can: boolean = useCan(() => ({ feature: "chat-history" })).value;
export const state = useGateState(ref({ atLeast: "expert" as const })).value;
export const reading = usePermission("report-analysis").value.enabled;
// @ts-expect-error No feature of this deployment.
useCan({ feature: "chat-histroy" });
// @ts-expect-error No role of this deployment.
useGateState({ atLeast: "expret" });
// @ts-expect-error No feature of this deployment.
usePermission("chat-histroy");
type Props = InstanceType<typeof Gate>["$props"];
export const props: Props[] = [
  { feature: "chat-history" },
  // @ts-expect-error No feature of this deployment.
  { feature: "chat-histroy" },
];
export const node = h(Gate, { feature: "chat-history" });
export const boundary = h(IdentityBoundary, () => "content");
export const page = h(SignedIn, null, {
  default: () => "content",
  fallback: () => "out",
  pending: () => "…",
});
