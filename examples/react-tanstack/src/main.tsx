import { RouterProvider } from "@tanstack/react-router";
import { pageSession } from "platform-session";
import { SessionProvider } from "platform-session/react";
import { defineSignInForm } from "platform-session/sign-in-form";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createAppRouter } from "./router";

const session = pageSession();
defineSignInForm(session);
const router = createAppRouter(session);

// The address was the last user's, and is not the next one's.
session.addEventListener("identity-ended", () => router.navigate({ to: "/sign-in", replace: true }));

createRoot(document.querySelector("#app") as HTMLElement).render(
  <StrictMode>
    <SessionProvider session={session}>
      <RouterProvider router={router} />
    </SessionProvider>
  </StrictMode>,
);
