import { useSession } from "platform-session/react";
import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Returns the data of a loader if it belongs to the user that `SignedIn` shows; else null, and the loaders run again. */
export function useOwn<Loaded extends { of: number | undefined }>(loaded: Loaded): Loaded | null {
  const id = useSession(({ user }) => user?.id);
  const { revalidate } = useRevalidator();
  const isOwn = id === undefined || loaded.of === id;
  useEffect(() => {
    if (isOwn) return;
    revalidate();
    // The server may not know the user yet, or may not reach the deployment.
    const again = setInterval(revalidate, 5_000);
    return () => clearInterval(again);
  }, [id, isOwn, revalidate]);
  return isOwn ? loaded : null;
}
