// `Drafts` (`parts.js`).
import { Gate, IdentityBoundary, SignedIn } from "platform-session/solid";

export const Drafts = () => (
  <>
    <IdentityBoundary>
      <textarea id="bounded" />
    </IdentityBoundary>
    <SignedIn fallback={<p>signed out</p>} pending={<p>pending</p>}>
      <textarea id="signed-in" />
      <Gate feature="chat-history" fallback={<p>closed</p>}>
        <textarea id="gated" />
      </Gate>
    </SignedIn>
  </>
);
