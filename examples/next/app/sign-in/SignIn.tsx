"use client";

import { useRouter } from "next/navigation";
import { useCan } from "platform-session/react";
import { useContext, useEffect } from "react";
import { Owner } from "../Owner";
import { SignInForm } from "../SignInForm";

export function SignIn({ from }: { from: string }) {
  const signal = useContext(Owner);
  const { replace } = useRouter();
  const isSignedIn = useCan({ status: "authenticated" });
  // The way back: to where the guard led away from, if that is the same user's.
  useEffect(() => {
    if (isSignedIn) replace(signal.aborted ? "/" : from + location.hash);
  }, [isSignedIn, signal, from, replace]);
  return <SignInForm />;
}
