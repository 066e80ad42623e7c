import { session } from "../app.js";

// No user is led away while nothing is known, or while a sign-out is under way: the next page knows nothing of that.
const { signal } = session.identity;
let of = "";
session.subscribe(({ status, user, signOutPending }) => {
  if (user) of = String(user.id);
  if (status !== "unauthenticated" || signOutPending) return;
  // The way back is for the user who was here. After a sign-out there is none.
  const from = signal.aborted ? "/" : location.pathname + location.search + location.hash;
  location.replace(`/sign-in?${new URLSearchParams({ from, of })}`);
});
