import { onEachPage, session } from "./session";

// Leads away where the user signs out, or is found to be signed out, while the page is shown. It waits for a sign-out under way, as the
// next page would not know of it.
onEachPage(() => {
  if (!document.querySelector("[data-protected]")) return [];
  const { signal } = session.identity;
  let of = "";
  return [
    session.subscribe(({ status, user, signOutPending }) => {
      if (user) of = String(user.id);
      if (status !== "unauthenticated" || signOutPending) return;
      // Only the same user may go back to this address. After a sign-out no user may.
      const from = signal.aborted ? "/" : location.pathname + location.search + location.hash;
      location.replace(`/sign-in?${new URLSearchParams({ from, of })}`);
    }),
  ];
});
