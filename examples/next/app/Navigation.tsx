"use client";

import Link from "next/link";
import { Gate, useSession, useSessionClient } from "platform-session/react";

export function Navigation() {
  const { logout } = useSessionClient();
  const name = useSession(({ user }) => user?.name);
  const isNotSignedOut = useSession(({ status, signOutPending }) => status === "unknown" && signOutPending);
  return (
    <>
      <nav>
        <Link href="/">Home</Link> <Link href="/notes">Notes</Link> <Link href="/reports">Reports</Link>{" "}
        <Link href="/agents">Agents</Link>{" "}
        <Gate status="authenticated" fallback={<Link href="/sign-in">Sign in</Link>}>
          {name} {/* The session repeats a failed sign-out by itself: see `isNotSignedOut`. */}
          <button type="button" onClick={() => logout().catch(() => {})}>
            Sign out
          </button>
        </Gate>
      </nav>
      {isNotSignedOut && <p role="alert">You are not signed out yet. Trying again…</p>}
    </>
  );
}
