import { Gate, useSession, useSessionClient } from "platform-session/react";

export function Reports() {
  const { user, stale } = useSession();
  const session = useSessionClient();
  return (
    <>
      <p>{user ? `Signed in as ${user.name}` : "No user is signed in"}</p>
      {stale && <p role="status">The service cannot be reached</p>}
      <Gate feature="report-analysis" fallback={<p>Not for your role</p>} pending={<p>One moment</p>}>
        <button type="button">Analyse</button>
      </Gate>
      <button type="button" onClick={() => session.logout().catch(() => {})}>
        Sign out
      </button>
    </>
  );
}
