// `InPlace` and `Home` (`parts.js`).
import { IdentityBoundary, SignedIn } from "platform-session/react";
import { useState } from "react";
import { addressNow } from "./parts.js";

export const InPlace = () => (
  <>
    <SignedIn>
      <textarea id="signed-in" />
    </SignedIn>
    <SignedIn fallback={<p id="fallback">fallback</p>}>own fallback</SignedIn>
    <SignedIn pending={<p id="pending">pending</p>}>own pending</SignedIn>
    <SignedIn fallback={null} pending={null}>
      nothing
    </SignedIn>
  </>
);

export const Home = () => (
  <IdentityBoundary home="/home">
    <Address />
  </IdentityBoundary>
);

function Address() {
  const [address] = useState(addressNow);
  return <p id="address">{address}</p>;
}
