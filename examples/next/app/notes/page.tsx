"use client";

import { SignedIn, useSession } from "platform-session/react";
import { SignInForm } from "../SignInForm";
import { Waiting } from "../Waiting";

/** For those who are signed in. The form stands in the page's place, and its address stays. */
export default function Page() {
  const name = useSession(({ user }) => user?.name);
  return (
    <SignedIn fallback={<SignInForm />} pending={<Waiting />}>
      <h1>Notes of {name}</h1>
      <textarea aria-label="Note" />
    </SignedIn>
  );
}
