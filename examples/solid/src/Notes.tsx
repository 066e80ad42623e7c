import { SignedIn, useSession } from "platform-session/solid";

/** For those who are signed in. The sign-in form stands in the page's place, and its address stays. */
export function Notes() {
  const session = useSession();
  return (
    <SignedIn>
      <h1>Notes of {session().user?.name}</h1>
      <textarea aria-label="Note" />
    </SignedIn>
  );
}
