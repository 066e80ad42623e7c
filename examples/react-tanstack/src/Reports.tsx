import { Gate, useSession } from "platform-session/react";

export function Reports() {
  const name = useSession(({ user }) => user?.name);
  return (
    <>
      <h1>Reports of {name}</h1>
      <Gate feature="chat-history" fallback={<p>No chats in your plan.</p>}>
        <p>Your chats.</p>
      </Gate>
      <Gate atLeast="expert" fallback={<p>For experts.</p>}>
        <p>Reports of everybody.</p>
      </Gate>
    </>
  );
}
