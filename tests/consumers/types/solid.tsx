/** @jsxImportSource solid-js */
import {
  Gate,
  IdentityBoundary,
  SignedIn,
  useCan,
  useGateState,
  usePermission,
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
    <IdentityBoundary>
      <SignedIn fallback="out" pending="…">
        <Gate feature="report-analysis" fallback={state()} pending={reading().state}>
          {/* @ts-expect-error No feature of this deployment. */}
          <Gate feature="chat-histroy">{can()}</Gate>
        </Gate>
      </SignedIn>
    </IdentityBoundary>
  );
}
