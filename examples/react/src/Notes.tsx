import { useSession } from "platform-session/react";

/** For signed-in users. A typed text outlives the session's end, until the same user signs in again. */
export function Notes() {
  const name = useSession(({ user }) => user?.name);
  return (
    <>
      <h1>Notes of {name}</h1>
      <textarea aria-label="Note" />
    </>
  );
}
