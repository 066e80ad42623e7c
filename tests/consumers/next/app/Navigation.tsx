"use client";

import Link from "next/link";
import { Gate, useSession, useSessionClient } from "platform-session/react";

export function Navigation() {
  const { logout } = useSessionClient();
  const name = useSession(({ user }) => user?.name);
  return (
    <nav>
      <Link href="/">Home</Link> <Link href="/reports">Reports</Link>{" "}
      <Gate status="authenticated" fallback={<Link href="/sign-in">Sign in</Link>}>
        {name} {/* A sign-out that fails is told again by itself: see `signOutPending`. */}
        <button type="button" onClick={() => logout().catch(() => {})}>
          Sign out
        </button>
      </Gate>
    </nav>
  );
}
