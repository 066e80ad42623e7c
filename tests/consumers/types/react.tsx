import { pageSession, type SessionErrorCode } from "platform-session";
import {
  Gate,
  IdentityBoundary,
  SessionProvider,
  SignedIn,
  useCan,
  useGate,
  useGateState,
  usePermission,
  usePermissions,
  useSession,
  useSessionEvent,
} from "platform-session/react";
import type { Equal, Expect } from "../../declarations/expect.js";

export function Page() {
  const can = useCan({ feature: "chat-history" });
  const state = useGateState({ feature: ["chat-history", "report-analysis"], atLeast: "expert" });
  const name = useSession(({ user }) => user?.name);
  const checks: [
    Expect<Equal<typeof can, boolean>>,
    Expect<Equal<typeof state, "unknown" | "granted" | "denied">>,
    Expect<Equal<typeof name, string | undefined>>,
  ] = [true, true, true];
  const { state: gateState, granted, error } = useGate({ atLeast: "expert" });
  const permissions = usePermissions();
  useSessionEvent("signed-in", ({ detail }) => detail.user.name);
  // @ts-expect-error A sign-out gives its reason, and no user.
  useSessionEvent("signed-out", ({ detail }) => detail.user);
  // @ts-expect-error No such event.
  useSessionEvent("signed-inn", () => {});
  // @ts-expect-error No feature of this deployment.
  permissions.can("chat-histroy");
  const more: [
    Expect<Equal<typeof gateState, "unknown" | "granted" | "denied">>,
    Expect<Equal<typeof granted, boolean>>,
    Expect<Equal<typeof error, SessionErrorCode | null>>,
    Expect<Equal<ReturnType<typeof permissions.can>, boolean>>,
  ] = [true, true, true, true];
  // @ts-expect-error No feature of this deployment.
  useCan({ feature: "chat-histroy" });
  // @ts-expect-error No role of this deployment.
  useGateState({ atLeast: "expret" });
  // @ts-expect-error No feature of this deployment.
  usePermission("chat-histroy");
  return (
    <Gate feature="report-analysis" fallback={name} pending={usePermission("chat-history").enabled}>
      {/* @ts-expect-error No feature of this deployment. */}
      <Gate feature="chat-histroy">{checks.length + more.length}</Gate>
    </Gate>
  );
}
export { SessionProvider };
export const root = (
  <IdentityBoundary home="/">
    <SignedIn fallback={null} />
    {/* @ts-expect-error A path. */}
    <IdentityBoundary home={true} />
    <IdentityBoundary session={pageSession()} home={undefined} />
    <IdentityBoundary session={undefined} />
    {/* @ts-expect-error It is a session. */}
    <IdentityBoundary session={null} />
  </IdentityBoundary>
);
