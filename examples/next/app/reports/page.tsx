import { redirect } from "next/navigation";
import { SignedIn } from "platform-session/react";
import { Own } from "../Own";
import { requestSession } from "../request-session";
import { type Query, signInFrom } from "../sign-in-from";
import { ToSignIn } from "../ToSignIn";
import { Waiting } from "../Waiting";
import { Reports } from "./Reports";

export default async function Page({ searchParams }: { searchParams: Query }) {
  const { session } = await requestSession();
  const { status, user } = session.snapshot;
  // This runs before the page is sent. Where the deployment cannot be reached, the page itself waits.
  if (status === "unauthenticated") redirect(await signInFrom("/reports", searchParams));
  return (
    <SignedIn fallback={<ToSignIn />} pending={<Waiting />}>
      <Own of={user?.id}>
        <Reports />
      </Own>
    </SignedIn>
  );
}
