import { onEachPage, session } from "./session";

// A user who signs out, or turns out to be signed out, while the page is shown. Not while a sign-out is under way: the next page
// knows nothing of that.
onEachPage(() => {
  if (!document.querySelector("[data-protected]")) return [];
  const { signal } = session.identity;
  let of = "";
  return [
    session.subscribe(({ status, user, signOutPending }) => {
      if (user) of = String(user.id);
      if (status !== "unauthenticated" || signOutPending) return;
      // The way back is for the user who was here. After a sign-out there is none.
      const from = signal.aborted ? "/" : location.pathname + location.search + location.hash;
      location.replace(`/sign-in?${new URLSearchParams({ from, of })}`);
    }),
  ];
});
