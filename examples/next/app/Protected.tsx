"use client";

import { redirect, usePathname } from "next/navigation";
import { useSession } from "platform-session/react";
import type { ReactNode } from "react";
import { Waiting } from "./Waiting";

/** For those who are signed in, and for as long as they are. */
export function Protected({ children }: { children: ReactNode }) {
  const status = useSession(({ status }) => status);
  const from = usePathname();
  if (status === "unknown") return <Waiting />;
  if (status === "unauthenticated") redirect(`/sign-in?from=${from}`);
  return children;
}
