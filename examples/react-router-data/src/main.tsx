import { IdentityBoundary } from "platform-session/react";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { CurrentRouter } from "./router";
import { session } from "./session";

createRoot(document.querySelector("#app") as HTMLElement).render(
  <StrictMode>
    <IdentityBoundary session={session} home={import.meta.env.BASE_URL}>
      <CurrentRouter />
    </IdentityBoundary>
  </StrictMode>,
);
