"use client";

import { usePathname, useRouter } from "next/navigation";
import { useContext, useEffect } from "react";
import { Owner } from "./Owner";
import { Waiting } from "./Waiting";

/** Leads to the sign-in page. */
export function ToSignIn() {
  const signal = useContext(Owner);
  const pathname = usePathname();
  const { replace } = useRouter();
  useEffect(() => {
    // The way back. After a sign-out it is not the next user's. Next 16 itself knows the fragment of a page that it has shown, and
    // would write it twice.
    const from = signal.aborted ? "/" : pathname + location.search;
    replace(`/sign-in?from=${encodeURIComponent(from)}`);
  }, [signal, pathname, replace]);
  return <Waiting />;
}
