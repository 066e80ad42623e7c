import { RouterProvider } from "@tanstack/react-router";
import { SessionProvider } from "platform-session/react";
import { signInSession } from "platform-session/sign-in";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createAppRouter } from "./router";

const session = signInSession();
const router = createAppRouter(session);

// The next user must not get the last user's address.
session.addEventListener("identity-ended", () => router.navigate({ to: "/sign-in", replace: true }));

createRoot(document.querySelector("#app") as HTMLElement).render(
  <StrictMode>
    <SessionProvider session={session}>
      <RouterProvider router={router} />
    </SessionProvider>
  </StrictMode>,
);
