/** @jsxImportSource solid-js */
import {
  Gate,
  IdentityBoundary,
  SignedIn,
  useCan,
  useGate,
  useGateState,
  usePermission,
  usePermissions,
  useSessionEvent,
} from "platform-session/solid";

export function Page() {
  const can = useCan({ feature: "chat-history" });
  const state = useGateState(() => ({ atLeast: "expert" }));
  const reading = usePermission("report-analysis");
  // @ts-expect-error No feature of this deployment.
  useCan({ feature: "chat-histroy" });
  // @ts-expect-error No role of this deployment.
  useGateState({ atLeast: "expret" });
  // @ts-expect-error No feature of this deployment.
  usePermission("chat-histroy");
  return (
    <IdentityBoundary session={undefined}>
      <SignedIn fallback="out" pending="…">
        <Gate feature="report-analysis" fallback={state()} pending={reading().state}>
          {/* @ts-expect-error No feature of this deployment. */}
          <Gate feature="chat-histroy">{can()}</Gate>
        </Gate>
      </SignedIn>
    </IdentityBoundary>
  );
}

export function menu() {
  const { can, features } = usePermissions();
  useSessionEvent("signed-in", ({ detail }) => detail.user.name);
  // @ts-expect-error A sign-out gives its reason, and no user.
  useSessionEvent("signed-out", ({ detail }) => detail.user);
  // @ts-expect-error No feature of this deployment.
  can("chat-histroy");
  const granted: boolean = useGate(() => ({ atLeast: "expert" }))().granted;
  return [can("chat-history"), Object.keys(features()).length, granted];
}
