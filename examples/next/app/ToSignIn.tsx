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
    // The address to go back to, but not after a sign-out. Next 16 adds the fragment of a page that it has shown by itself, so that this one
    // would have it twice.
    const from = signal.aborted ? "/" : pathname + location.search;
    replace(`/sign-in?from=${encodeURIComponent(from)}`);
  }, [signal, pathname, replace]);
  return <Waiting />;
}
