import { SessionProvider, SignedIn } from "platform-session/react";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { SignInAgain } from "./SignInAgain";
import { session } from "./session";
import { Workspace } from "./Workspace";

createRoot(document.querySelector("#app") as HTMLElement).render(
  <StrictMode>
    <SessionProvider session={session}>
      <h1>A workspace</h1>
      <SignedIn pending={<p>One moment…</p>}>
        <Workspace />
      </SignedIn>
      <SignInAgain />
    </SessionProvider>
  </StrictMode>,
);
