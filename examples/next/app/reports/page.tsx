import { redirect } from "next/navigation";
import { Protected } from "../Protected";
import { requestSession } from "../request-session";
import { type Query, signInFrom } from "../sign-in-from";
import { Reports } from "./Reports";

export default async function Page({ searchParams }: { searchParams: Query }) {
  const { session } = await requestSession();
  const { status, user } = session.snapshot;
  // Before anything is sent. Where the deployment cannot be reached the page itself waits, in Protected.
  if (status === "unauthenticated") redirect(await signInFrom("/reports", searchParams));
  return (
    <Protected of={user?.id}>
      <Reports />
    </Protected>
  );
}
