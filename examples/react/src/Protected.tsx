import { SignedIn } from "platform-session/react";
import { createPath, Navigate, Outlet, useLocation } from "react-router";
import { Waiting } from "./Waiting";

/** The routes within are for those who are signed in. */
export const Protected = () => (
  <SignedIn fallback={<ToSignIn />} pending={<Waiting />}>
    <Outlet />
  </SignedIn>
);

function ToSignIn() {
  // The way back.
  const from = encodeURIComponent(createPath(useLocation()));
  return <Navigate to={`/sign-in?from=${from}`} replace />;
}
