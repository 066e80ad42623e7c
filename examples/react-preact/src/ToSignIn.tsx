import { createPath, Navigate, useLocation } from "react-router";

/** Leads to the sign-in page, which can lead back to the whole address. `main.tsx` replaces the address as the identity ends. */
export function ToSignIn() {
  const from = encodeURIComponent(createPath(useLocation()));
  return <Navigate to={`/sign-in?from=${from}`} replace />;
}
