"use client";

import { useRouter } from "next/navigation";
import { useSession } from "platform-session/react";
import { type ReactNode, useEffect } from "react";
import { Waiting } from "./Waiting";

/** Shows the server's rendering only to the user with the id `of`. */
export function Own({ of, children }: { of: number | undefined; children: ReactNode }) {
  const id = useSession(({ user }) => user?.id);
  const { refresh } = useRouter();
  const isOwn = id === undefined || id === of;
  useEffect(() => {
    if (isOwn) return;
    refresh();
    // The server may not know the user yet, or may not reach the deployment.
    const again = setInterval(refresh, 5_000);
    return () => clearInterval(again);
  }, [isOwn, refresh]);
  return isOwn ? children : <Waiting />;
}
