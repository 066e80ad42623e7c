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

// Outside of React: one session for the page, which no effect closes.
const session = signInSession();

// In development: a panel that says why each gate is as it is.
if (import.meta.env.DEV) import("platform-session/inspector").then(({ inspect }) => inspect(session));

/** The sign-in form stands in the place of the pages within, and their address stays. */
const signedIn = (
  <SignedIn>
    <Outlet />
  </SignedIn>
);

/** The second way: the pages within lead to a sign-in page. */
const behindSignIn = (
  <SignedIn fallback={<ToSignIn />} pending={<sign-in-form />}>
    <Outlet />
  </SignedIn>
);

createRoot(document.querySelector("#app") as HTMLElement).render(
  <StrictMode>
    {/* The address was the last user's, and is not the next one's way back. The router begins anew with it. */}
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
