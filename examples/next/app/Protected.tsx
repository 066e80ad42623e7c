"use client";

import { usePathname, useRouter } from "next/navigation";
import { SignedIn, useSession } from "platform-session/react";
import { type ReactNode, useContext, useEffect } from "react";
import { Owner } from "./Owner";
import { Waiting } from "./Waiting";

/** For those who are signed in. What the server rendered is `of` the user with that id, and is shown to nobody else. */
export function Protected({ of, children }: { of: number | undefined; children: ReactNode }) {
  const { status, user } = useSession();
  const signal = useContext(Owner);
  const pathname = usePathname();
  const { refresh, replace } = useRouter();
  const isOwn = !user || user.id === of;
  useEffect(() => {
    if (isOwn) return;
    refresh();
    // The server may not know yet, or not reach the deployment.
    const again = setInterval(refresh, 5_000);
    return () => clearInterval(again);
  }, [isOwn, refresh]);
  useEffect(() => {
    if (status !== "unauthenticated") return;
    // The way back. After a sign-out it is not the next user's. Next 16 itself knows the fragment of a page that it has shown, and
    // would write it twice.
    const from = signal.aborted ? "/" : pathname + location.search;
    replace(`/sign-in?from=${encodeURIComponent(from)}`);
  }, [status, signal, pathname, replace]);
  return (
    <SignedIn fallback={<Waiting />} pending={<Waiting />}>
      {isOwn ? children : <Waiting />}
    </SignedIn>
  );
}
