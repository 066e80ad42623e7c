"use client";

import { SignedIn, useSession } from "platform-session/react";

/** For signed-in users. Others see the sign-in form in place of the page, at the same address. */
export default function Page() {
  const name = useSession(({ user }) => user?.name);
  return (
    <SignedIn>
      <h1>Notes of {name}</h1>
      <textarea aria-label="Note" />
    </SignedIn>
  );
}
