import { useIdentity } from "platform-session/react";
import { Fragment, type ReactNode } from "react";

/** What is within begins anew for another person: nothing that was loaded or typed is left in it. */
export function OnePerson({ children }: { children: ReactNode }) {
  const { key } = useIdentity();
  return <Fragment key={key}>{children}</Fragment>;
}
