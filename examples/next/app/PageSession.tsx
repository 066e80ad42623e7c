"use client";

import { usePathname, useRouter } from "next/navigation";
import type { Session } from "platform-session";
import { IdentityBoundary, SessionProvider } from "platform-session/react";
import { signInSession } from "platform-session/sign-in";
import { type ReactNode, useEffect, useState } from "react";
import { Owner } from "./Owner";

/** In the browser the one session of the page; on the server an inert one, for this render alone. */
export function PageSession({ initial, children }: { initial: unknown; children: ReactNode }) {
  const [session] = useState(() => {
    const session = signInSession({ initial });
    // In development: a panel that says why each gate is as it is.
    if (process.env.NODE_ENV === "development")
      import("platform-session/inspector").then(({ inspect }) => inspect(session));
    return session;
  });
  const { replace } = useRouter();
  // The address was the last user's, and is not the next one's.
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

/** Outside of the boundary: the `signal` of the identity that has come to the address. The way back in it is for that one alone. */
function useOwner({ identity: { signal } }: Session) {
  const pathname = usePathname();
  const [owner, setOwner] = useState({ pathname, signal });
  if (owner.pathname !== pathname) setOwner({ pathname, signal });
  return owner.signal;
}
