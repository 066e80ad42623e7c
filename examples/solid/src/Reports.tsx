import { Gate, useSession } from "platform-session/solid";

export function Reports() {
  const session = useSession();
  return (
    <>
      <h1>Reports of {session().user?.name}</h1>
      <Gate feature="chat-history" fallback={<p>No chats in your plan.</p>}>
        <p>Your chats.</p>
      </Gate>
      <Gate atLeast="expert" fallback={<p>For experts.</p>}>
        <p>Reports of everybody.</p>
      </Gate>
    </>
  );
}
