"use client";

import { usePathname, useRouter } from "next/navigation";
import type { Session } from "platform-session";
import { IdentityBoundary, SessionProvider } from "platform-session/react";
import { signInSession } from "platform-session/sign-in";
import { type ReactNode, useEffect, useState } from "react";
import { Owner } from "./Owner";

/** In the browser this is the page's session; on the server an inert one, for one rendering. */
export function PageSession({ initial, children }: { initial: unknown; children: ReactNode }) {
  const [session] = useState(() => {
    const session = signInSession({ initial });
    // In development, a panel says why each gate is open or closed.
    if (process.env.NODE_ENV === "development")
      import("platform-session/inspector").then(({ inspect }) => inspect(session));
    return session;
  });
  const { replace } = useRouter();
  // The next user must not get the last user's address.
  useEffect(() => {
    const leave = () => replace("/sign-in");
    session.addEventListener("identity-ended", leave);
    return () => session.removeEventListener("identity-ended", leave);
  }, [session, replace]);
  return (
    <SessionProvider session={session}>
      <Owner value={useOwner(session)}>
        <IdentityBoundary>{children}</IdentityBoundary>
      </Owner>
    </SessionProvider>
  );
}

/** Provides, outside of the boundary, the `signal` of the identity that opened the address. Only that identity may go back to it. */
function useOwner({ identity: { signal } }: Session) {
  const pathname = usePathname();
  const [owner, setOwner] = useState({ pathname, signal });
  if (owner.pathname !== pathname) setOwner({ pathname, signal });
  return owner.signal;
}
