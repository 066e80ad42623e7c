import { RouterProvider } from "@tanstack/react-router";
import { pageSession } from "platform-session";
import { SessionProvider } from "platform-session/react";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createAppRouter } from "./router";

const session = pageSession();
const router = createAppRouter(session);

createRoot(document.querySelector("#app") as HTMLElement).render(
  <StrictMode>
    <SessionProvider session={session}>
      <RouterProvider router={router} />
    </SessionProvider>
  </StrictMode>,
);
