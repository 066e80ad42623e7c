"use client";

import { pageSession } from "platform-session";
import { SessionProvider } from "platform-session/react";
import { type ReactNode, useState } from "react";

/** In the browser the one session of the page; on the server an inert one, for this render alone. */
export function PageSession({ initial, children }: { initial: unknown; children: ReactNode }) {
  const [session] = useState(() => {
    const session = pageSession({ initial });
    // In development: a panel that says why each gate is as it is.
    if (process.env.NODE_ENV === "development")
      import("platform-session/inspector").then(({ inspect }) => inspect(session));
    return session;
  });
  return <SessionProvider session={session}>{children}</SessionProvider>;
}
