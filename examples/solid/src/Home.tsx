import { Gate, useSession } from "platform-session/solid";
import { Waiting } from "./Waiting";

export function Home() {
  const session = useSession();
  return (
    <Gate status="authenticated" pending={<Waiting />} fallback={<p>You are signed out.</p>}>
      <p>Welcome, {session().user?.name}.</p>
    </Gate>
  );
}
