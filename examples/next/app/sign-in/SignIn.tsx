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
  // Goes back to the address that the guard has left, if the user is the same.
  useEffect(() => {
    if (isSignedIn) replace(signal.aborted ? "/" : from + location.hash);
  }, [isSignedIn, signal, from, replace]);
  return <SignInForm />;
}
