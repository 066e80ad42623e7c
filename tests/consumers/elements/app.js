import { defineElements } from "/platform-session/dist/elements.js";
import { createSession } from "/platform-session/index.js";

export const session = createSession();
defineElements(session);

// After the elements: what stands in a template is there by now.
session.subscribe((snapshot) => {
  for (const place of document.querySelectorAll(".user")) place.textContent = snapshot.user?.name ?? "";
  for (const place of document.querySelectorAll(".waiting")) place.textContent = waitingFor(snapshot);
});

/** While nothing is known: which is not the same as being signed out. */
function waitingFor({ signOutPending, error }) {
  if (!error) return "One moment…";
  return signOutPending
    ? "You are not signed out yet. Trying again…"
    : "The service cannot be reached. Trying again…";
}

document.querySelector(".sign-out").addEventListener("click", () => {
  // A sign-out that fails is told again by itself: see `signOutPending`.
  session.logout().catch(() => {});
});
