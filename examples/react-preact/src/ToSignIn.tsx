import { createPath, Navigate, useLocation } from "react-router";

/** Leads to the sign-in page, with the whole address as the way back. As the identity ends, `main.tsx` takes it away. */
export function ToSignIn() {
  const from = encodeURIComponent(createPath(useLocation()));
  return <Navigate to={`/sign-in?from=${from}`} replace />;
}
