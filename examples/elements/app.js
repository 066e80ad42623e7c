import { defineElements } from "/platform-session/dist/elements.js";
import { createSession } from "/platform-session/index.js";

export const session = createSession();
defineElements(session);

// After the elements: what stands in a template is there by now.
session.subscribe((snapshot) => {
  for (const place of document.querySelectorAll(".user")) place.textContent = snapshot.user?.name ?? "";
  for (const place of document.querySelectorAll(".waiting")) place.textContent = waitingFor(snapshot);
  const isNotSignedOut = snapshot.status === "unknown" && snapshot.signOutPending;
  document.querySelector(".not-signed-out").hidden = !isNotSignedOut;
});

/** While nothing is known: which is not the same as being signed out. */
function waitingFor({ error }) {
  if (!error) return "One moment…";
  return error.retryable ? "The service cannot be reached. Trying again…" : "Something went wrong.";
}

// The address may say what the last user looked at.
session.addEventListener("identity-ended", () => history.replaceState(null, "", location.pathname));

document.querySelector(".sign-out").addEventListener("click", () => {
  // A sign-out that fails is sent again by itself: see `isNotSignedOut`.
  session.logout().catch(() => {});
});
