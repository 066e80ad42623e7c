import { onEachPage, session } from "./session";

// A user who signs out, or turns out to be signed out, while the page is shown. Not while a sign-out is under way: the next page
// knows nothing of that.
onEachPage(() => {
  if (!document.querySelector("[data-protected]")) return [];
  return [
    session.subscribe(({ status, signOutPending }) => {
      if (status === "unauthenticated" && !signOutPending)
        location.replace(`/sign-in?from=${encodeURIComponent(location.pathname)}`);
    }),
  ];
});
