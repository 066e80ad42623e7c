import { type GateConditions, pageSession } from "platform-session";

const read = document.querySelector("#session") as HTMLElement;
export const session = pageSession({ initial: JSON.parse(read.textContent ?? "") });

for (const place of document.querySelectorAll<HTMLElement>("[data-gate]")) {
  const conditions: GateConditions = JSON.parse(place.dataset.gate ?? "");
  const parts = place.querySelectorAll<HTMLElement>(":scope > [data-when]");
  session.gate(conditions).subscribe((state) => {
    for (const part of parts) part.hidden = part.dataset.when !== state;
  });
}

session.subscribe((snapshot) => {
  for (const place of document.querySelectorAll("[data-user]")) place.textContent = snapshot.user?.name ?? "";
  for (const place of document.querySelectorAll("[data-waiting]")) place.textContent = waitingFor(snapshot);
  const isNotSignedOut = snapshot.status === "unknown" && snapshot.signOutPending;
  (document.querySelector("#not-signed-out") as HTMLElement).hidden = !isNotSignedOut;
});

/** While nothing is known: which is not the same as being signed out. */
function waitingFor({ error }: typeof session.snapshot) {
  return error ? "The service cannot be reached. Trying again…" : "One moment…";
}

document.querySelector("#sign-out")?.addEventListener("click", () => {
  // A sign-out that fails is sent again by itself: see `isNotSignedOut`.
  session.logout().catch(() => {});
});
