import { useSession, useSessionClient } from "platform-session/react";
import { useState } from "react";
import { createPath, Navigate, Outlet, useLocation } from "react-router";
import { Waiting } from "./Waiting";

/** The routes within are for those who are signed in. */
export function Protected() {
  const status = useSession(({ status }) => status);
  const [{ signal }] = useState(useSessionClient().identity);
  const address = createPath(useLocation());
  if (status === "unknown") return <Waiting />;
  // The way back. After a sign-out it is not the next user's.
  const from = encodeURIComponent(signal.aborted ? "/" : address);
  if (status === "unauthenticated") return <Navigate to={`/sign-in?from=${from}`} replace />;
  return <Outlet />;
}
