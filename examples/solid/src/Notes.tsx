import { SignedIn, useSession } from "platform-session/solid";
import { SignInForm } from "./SignInForm";
import { Waiting } from "./Waiting";

/** For those who are signed in. The form stands in the page's place, and its address stays. */
export function Notes() {
  const session = useSession();
  return (
    <SignedIn fallback={<SignInForm />} pending={<Waiting />}>
      <h1>Notes of {session().user?.name}</h1>
      <textarea aria-label="Note" />
    </SignedIn>
  );
}
