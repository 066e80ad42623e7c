import {
  Gate,
  SessionProvider,
  useCan,
  useGateState,
  usePermission,
  useSession,
} from "platform-session/react";
import type { Equal, Expect } from "./expect.js";

export function Page() {
  const can = useCan({ feature: "chat-history" });
  const state = useGateState({ feature: ["chat-history", "report-analysis"], atLeast: "expert" });
  const name = useSession(({ user }) => user?.name);
  const checks: [
    Expect<Equal<typeof can, boolean>>,
    Expect<Equal<typeof state, "unknown" | "granted" | "denied">>,
    Expect<Equal<typeof name, string | undefined>>,
  ] = [true, true, true];
  // @ts-expect-error No feature of this deployment.
  useCan({ feature: "chat-histroy" });
  // @ts-expect-error No role of this deployment.
  useGateState({ atLeast: "expret" });
  // @ts-expect-error No feature of this deployment.
  usePermission("chat-histroy");
  return (
    <Gate feature="report-analysis" fallback={name} pending={usePermission("chat-history").enabled}>
      {/* @ts-expect-error No feature of this deployment. */}
      <Gate feature="chat-histroy">{checks.length}</Gate>
    </Gate>
  );
}
export { SessionProvider };
