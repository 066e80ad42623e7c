// The view of the conformance suite: what shows a user is within an `IdentityBoundary`, what only a user may see within `SignedIn`.
import { Gate, IdentityBoundary, SessionProvider, SignedIn, useSession } from "platform-session/react";
import { Suspense, startTransition, useState } from "react";
import { late } from "../page.js";

function Name() {
  return useSession(({ user }) => user?.name ?? "nobody");
}

/** Suspends until it comes. */
function Late({ children }) {
  if (!late.isHere) throw late.promise;
  return children;
}

/** What begins an update that React holds. */
export let hold;

/** Shows the user, and, by a transition that waits for a part, the same again. */
function Held() {
  const [isNext, setNext] = useState(false);
  hold = () => startTransition(() => setNext(true));
  return (
    <Suspense fallback="…">
      <p>
        held of <Name />
      </p>
      {isNext && <Late>next</Late>}
    </Suspense>
  );
}

function Page() {
  return (
    <>
      <p>
        secret of <Name />
      </p>
      <Gate feature="chat-history" fallback="closed">
        <b>
          chats of <Name />
        </b>
      </Gate>
      <textarea />
      <Held />
      <Suspense fallback="…">
        <Late>
          <Gate feature="chat-history" fallback="closed">
            <b>
              late of <Name />
            </b>
          </Gate>
        </Late>
      </Suspense>
    </>
  );
}

/** `children` compare their values with the session's. */
export function App({ session, children }) {
  return (
    <SessionProvider session={session}>
      <IdentityBoundary>
        {children}
        <p>
          user <Name />
        </p>
        <SignedIn fallback={<p>signed out</p>} pending={<p>pending</p>}>
          <Page />
        </SignedIn>
      </IdentityBoundary>
    </SessionProvider>
  );
}
