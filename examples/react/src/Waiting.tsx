import { useSession } from "platform-session/react";

/** Shown while nothing is known: which is not the same as being signed out. */
export function Waiting() {
  const error = useSession(({ error }) => error);
  if (!error) return <p>One moment…</p>;
  return (
    <p role="alert">
      {error.retryable ? "The service cannot be reached. Trying again…" : "Something went wrong."}
    </p>
  );
}
