import { QueryClientProvider } from "@tanstack/react-query";
import { SessionProvider } from "platform-session/react";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Provider as StoreProvider } from "react-redux";
import { ApolloCache } from "./Apollo";
import { App } from "./App";
import { OnePerson } from "./OnePerson";
import { store } from "./RtkQuery";
import { SwrCache } from "./Swr";
import { session } from "./session";
import { queryClient } from "./TanStackQuery";

createRoot(document.querySelector("#app") as HTMLElement).render(
  <StrictMode>
    <SessionProvider session={session}>
      <OnePerson>
        <QueryClientProvider client={queryClient}>
          <SwrCache>
            <ApolloCache>
              <StoreProvider store={store}>
                <App />
              </StoreProvider>
            </ApolloCache>
          </SwrCache>
        </QueryClientProvider>
      </OnePerson>
    </SessionProvider>
  </StrictMode>,
);
