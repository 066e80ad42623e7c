import { IdentityBoundary } from "platform-session/react";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ApolloCache } from "./Apollo";
import { App } from "./App";
import { Store } from "./RtkQuery";
import { SwrCache } from "./Swr";
import { session } from "./session";

createRoot(document.querySelector("#app") as HTMLElement).render(
  <StrictMode>
    <IdentityBoundary session={session}>
      <SwrCache>
        <ApolloCache>
          <Store>
            <App />
          </Store>
        </ApolloCache>
      </SwrCache>
    </IdentityBoundary>
  </StrictMode>,
);
