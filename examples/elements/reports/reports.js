import { session } from "../app.js";

// Nobody is led away while nothing is known, or while a sign-out is under way: the next page knows nothing of that.
session.subscribe(({ status, signOutPending }) => {
  if (status === "unauthenticated" && !signOutPending)
    location.replace(`/sign-in?from=${encodeURIComponent(location.pathname)}`);
});
