import { IdentityBoundary, SessionProvider } from "platform-session/react";
import { Draft } from "./draft.jsx";
import { Reports } from "./reports.jsx";
import { reauthentication, session } from "./session.js";

export const App = () => (
  <SessionProvider session={session}>
    <IdentityBoundary>
      <Reports />
      <Draft reauthentication={reauthentication} />
    </IdentityBoundary>
  </SessionProvider>
);
