import { useSession } from "platform-session/react";

/** Shown while the session is unknown, which does not mean signed out. */
export function Waiting() {
  const error = useSession(({ error }) => error);
  if (!error) return <p>One moment…</p>;
  return (
    <p role="alert">
      {error.retryable ? "The service cannot be reached. Trying again…" : "Something went wrong."}
    </p>
  );
}
