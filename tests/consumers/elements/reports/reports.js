import { session } from "../app.js";

// Nobody is led away while nothing is known.
session.gate({ status: "unauthenticated" }).subscribe((state) => {
  if (state === "granted") location.replace(`/sign-in?from=${encodeURIComponent(location.pathname)}`);
});
