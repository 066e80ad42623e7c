"use client";

import { redirect, usePathname, useRouter } from "next/navigation";
import { useSession } from "platform-session/react";
import { type ReactNode, useEffect } from "react";
import { Waiting } from "./Waiting";

/** For those who are signed in. What the server rendered is `of` the user with that id, and is shown to nobody else. */
export function Protected({ of, children }: { of: number | undefined; children: ReactNode }) {
  const { status, user } = useSession();
  const from = usePathname();
  const { refresh } = useRouter();
  const isOwn = user?.id === of;
  useEffect(() => {
    if (!user || isOwn) return;
    refresh();
    // The server may not know yet, or not reach the deployment.
    const again = setInterval(refresh, 5_000);
    return () => clearInterval(again);
  }, [user, isOwn, refresh]);
  if (status === "unauthenticated") redirect(`/sign-in?from=${from}`);
  return user && isOwn ? children : <Waiting />;
}
