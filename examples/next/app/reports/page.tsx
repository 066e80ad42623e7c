import { redirect } from "next/navigation";
import { Protected } from "../Protected";
import { requestSession } from "../request-session";
import { Reports } from "./Reports";

export default async function Page() {
  const { session } = await requestSession();
  // Before anything is sent. Where the deployment cannot be reached the page itself waits, in Protected.
  if (session.snapshot.status === "unauthenticated") redirect("/sign-in?from=/reports");
  return (
    <Protected>
      <Reports />
    </Protected>
  );
}
