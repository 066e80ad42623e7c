import { SignedIn, useSession } from "platform-session/solid";

/** For signed-in users. Others see the sign-in form in place of the page, at the same address. */
export function Notes() {
  const session = useSession();
  return (
    <SignedIn>
      <h1>Notes of {session().user?.name}</h1>
      <textarea aria-label="Note" />
    </SignedIn>
  );
}
