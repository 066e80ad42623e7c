"use client";

import { SignedIn, useSession } from "platform-session/react";

/** For those who are signed in. The sign-in form stands in the page's place, and its address stays. */
export default function Page() {
  const name = useSession(({ user }) => user?.name);
  return (
    <SignedIn>
      <h1>Notes of {name}</h1>
      <textarea aria-label="Note" />
    </SignedIn>
  );
}
