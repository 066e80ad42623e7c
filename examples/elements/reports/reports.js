import { session } from "../app.js";

// The page stays while the session is unknown, and while a sign-out is under way, as the next page would not know of it.
const { signal } = session.identity;
let of = "";
session.subscribe(({ status, user, signOutPending }) => {
  if (user) of = String(user.id);
  if (status !== "unauthenticated" || signOutPending) return;
  // Only the same user may go back to this address. After a sign-out no user may.
  const from = signal.aborted ? "/" : location.pathname + location.search + location.hash;
  location.replace(`/sign-in?${new URLSearchParams({ from, of })}`);
});
