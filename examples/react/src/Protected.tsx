import { useSession } from "platform-session/react";
import { Navigate, Outlet, useLocation } from "react-router";
import { Waiting } from "./Waiting";

/** The routes within are for those who are signed in. */
export function Protected() {
  const status = useSession(({ status }) => status);
  const { pathname } = useLocation();
  if (status === "unknown") return <Waiting />;
  if (status === "unauthenticated") return <Navigate to="/sign-in" state={{ from: pathname }} replace />;
  return <Outlet />;
}
