import { redirect } from "next/navigation";
import { Protected } from "../Protected";
import { requestSession } from "../request-session";
import { Reports } from "./Reports";

export default async function Page() {
  const { session } = await requestSession();
  const { status, user } = session.snapshot;
  // Before anything is sent. Where the deployment cannot be reached the page itself waits, in Protected.
  if (status === "unauthenticated") redirect("/sign-in?from=/reports");
  return (
    <Protected of={user?.id}>
      <Reports />
    </Protected>
  );
}
