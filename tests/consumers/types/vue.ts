import { createSession, type SessionEvents } from "platform-session";
import {
  Gate,
  IdentityBoundary,
  SignedIn,
  sessionPlugin,
  useCan,
  useGate,
  useGateState,
  usePermission,
  usePermissions,
  useSessionEvent,
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

const { can: may, features } = usePermissions();
export const menu = [may("chat-history"), Object.keys(features.value).length];
export const granted: boolean = useGate(() => ({ atLeast: "expert" })).value.granted;
useSessionEvent("signed-in", ({ detail }) => detail.user.name);
useSessionEvent(
  "expiring",
  ref(({ detail }: SessionEvents["expiring"]) => void detail.expiresAt),
);
// @ts-expect-error A sign-out gives its reason, and no user.
useSessionEvent("signed-out", ({ detail }) => detail.user);
// @ts-expect-error No feature of this deployment.
may("chat-histroy");
