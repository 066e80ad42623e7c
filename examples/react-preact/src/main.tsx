import { IdentityBoundary, SignedIn } from "platform-session/react";
import { signInSession } from "platform-session/sign-in";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter, Outlet, Route, Routes } from "react-router";
import { Home } from "./Home";
import { Layout } from "./Layout";
import { Notes } from "./Notes";
import { Reports } from "./Reports";
import { SignIn } from "./SignIn";
import { ToSignIn } from "./ToSignIn";

// The session is created outside of React, so that no effect closes it.
const session = signInSession();

// In development, a panel says why each gate is open or closed.
if (import.meta.env.DEV) import("platform-session/inspector").then(({ inspect }) => inspect(session));

/** The first way: without a user, the sign-in form shows in place of the pages within, at the same address. */
const signedIn = (
  <SignedIn>
    <Outlet />
  </SignedIn>
);

/** The second way: without a user, the pages within lead to a sign-in page. */
const behindSignIn = (
  <SignedIn fallback={<ToSignIn />} pending={<sign-in-form />}>
    <Outlet />
  </SignedIn>
);

createRoot(document.querySelector("#app") as HTMLElement).render(
  <StrictMode>
    {/* The boundary builds the router anew, at `home`: the next user must not get the last user's address. */}
    <IdentityBoundary session={session} home={`${import.meta.env.BASE_URL}sign-in`}>
      <BrowserRouter basename={import.meta.env.BASE_URL}>
        <Routes>
          <Route element={<Layout />}>
            <Route index element={<Home />} />
            <Route path="sign-in" element={<SignIn />} />
            <Route element={signedIn}>
              <Route path="notes" element={<Notes />} />
            </Route>
            <Route element={behindSignIn}>
              <Route path="reports" element={<Reports />} />
            </Route>
          </Route>
        </Routes>
      </BrowserRouter>
    </IdentityBoundary>
  </StrictMode>,
);
