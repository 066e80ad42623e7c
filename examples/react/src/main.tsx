import { pageSession } from "platform-session";
import { IdentityBoundary, SessionProvider, SignedIn } from "platform-session/react";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter, Outlet, Route, Routes } from "react-router";
import { Home } from "./Home";
import { Layout } from "./Layout";
import { Notes } from "./Notes";
import { Reports } from "./Reports";
import { SignIn } from "./SignIn";
import { ToSignIn } from "./ToSignIn";
import { Waiting } from "./Waiting";

// Outside of React: one session for the page, which no effect closes.
const session = pageSession();

// The address was the last user's, and is not the next one's way back. The router begins anew with it.
const signIn = `${import.meta.env.BASE_URL}sign-in`;
session.addEventListener("identity-ended", () => history.replaceState(null, "", signIn));

// In development: a panel that says why each gate is as it is.
if (import.meta.env.DEV) import("platform-session/inspector").then(({ inspect }) => inspect(session));

/** The routes within lead to a sign-in page while no user is signed in. */
const behindSignIn = (
  <SignedIn fallback={<ToSignIn />} pending={<Waiting />}>
    <Outlet />
  </SignedIn>
);

createRoot(document.querySelector("#app") as HTMLElement).render(
  <StrictMode>
    <SessionProvider session={session}>
      <IdentityBoundary>
        <BrowserRouter basename={import.meta.env.BASE_URL}>
          <Routes>
            <Route element={<Layout />}>
              <Route index element={<Home />} />
              <Route path="notes" element={<Notes />} />
              <Route path="sign-in" element={<SignIn />} />
              <Route element={behindSignIn}>
                <Route path="reports" element={<Reports />} />
              </Route>
            </Route>
          </Routes>
        </BrowserRouter>
      </IdentityBoundary>
    </SessionProvider>
  </StrictMode>,
);
