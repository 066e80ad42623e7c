import { pageSession } from "platform-session";
import { IdentityBoundary, SessionProvider } from "platform-session/react";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter, Route, Routes } from "react-router";
import { Home } from "./Home";
import { Layout } from "./Layout";
import { Protected } from "./Protected";
import { Reports } from "./Reports";
import { SignIn } from "./SignIn";

// Outside of React: one session for the page, which no effect closes.
const session = pageSession();

// The address was the last user's, and is not the next one's way back. The router begins anew with it.
const signIn = `${import.meta.env.BASE_URL}sign-in`;
session.addEventListener("identity-ended", () => history.replaceState(null, "", signIn));

// In development: a panel that says why each gate is as it is.
if (import.meta.env.DEV) import("platform-session/inspector").then(({ inspect }) => inspect(session));

createRoot(document.querySelector("#app") as HTMLElement).render(
  <StrictMode>
    <SessionProvider session={session}>
      <IdentityBoundary>
        <BrowserRouter basename={import.meta.env.BASE_URL}>
          <Routes>
            <Route element={<Layout />}>
              <Route index element={<Home />} />
              <Route path="sign-in" element={<SignIn />} />
              <Route element={<Protected />}>
                <Route path="reports" element={<Reports />} />
              </Route>
            </Route>
          </Routes>
        </BrowserRouter>
      </IdentityBoundary>
    </SessionProvider>
  </StrictMode>,
);
