import { defineElements } from "/platform-session/dist/elements.js";
import { createSession } from "/platform-session/index.js";

export const session = createSession();
defineElements(session);

// The elements are defined, so the content of their templates is in the page by now.
session.subscribe((snapshot) => {
  for (const place of document.querySelectorAll(".user")) place.textContent = snapshot.user?.name ?? "";
  for (const place of document.querySelectorAll(".waiting")) place.textContent = waitingFor(snapshot);
  const isNotSignedOut = snapshot.status === "unknown" && snapshot.signOutPending;
  document.querySelector(".not-signed-out").hidden = !isNotSignedOut;
});

/** Returns the text while the session is unknown, which does not mean signed out. */
function waitingFor({ error }) {
  if (!error) return "One moment…";
  return error.retryable ? "The service cannot be reached. Trying again…" : "Something went wrong.";
}

// The address may tell what the last user looked at.
session.addEventListener("identity-ended", () => history.replaceState(null, "", location.pathname));

document.querySelector(".sign-out").addEventListener("click", () => {
  // The session repeats a failed sign-out by itself: see `isNotSignedOut`.
  session.logout().catch(() => {});
});
