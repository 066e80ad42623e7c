import { type GateConditions, pageSession } from "platform-session";

/** The session body with which the server has rendered this page. */
const rendered = () => JSON.parse(document.querySelector("#session")?.textContent ?? "");
export const session = pageSession({ initial: rendered() });

type End = () => void;
const beginnings: (() => End[])[] = [];
let ends: End[] = [];

/**
 * Calls `begin` now, and, where <ClientRouter /> navigates, for each later page: a script runs only once there. `begin` returns a function that is called
 * as the page is left.
 */
export function onEachPage(begin: () => End[]) {
  beginnings.push(begin);
  ends.push(...begin());
}

document.addEventListener("astro:before-swap", () => {
  for (const end of ends) end();
  ends = [];
});
document.addEventListener("astro:after-swap", () => {
  ends = beginnings.flatMap((begin) => begin());
});

onEachPage(() =>
  [...document.querySelectorAll<HTMLElement>("[data-gate]")].map((place) => {
    const conditions: GateConditions = JSON.parse(place.dataset.gate ?? "");
    const parts = place.querySelectorAll<HTMLElement>(":scope > [data-when]");
    return session.gate(conditions).subscribe((state) => {
      for (const part of parts) part.hidden = part.dataset.when !== state;
    });
  }),
);

onEachPage(() => {
  const user = rendered()?.user;
  return [
    session.subscribe((snapshot) => {
      // Another user must not see what was rendered for this one. The package has hidden it at the identity's end.
      if (user && snapshot.user && snapshot.user.id !== user.id) return location.reload();
      if (snapshot.user) markAs(String(session.identity.key));
      for (const place of document.querySelectorAll("[data-user]"))
        place.textContent = snapshot.user?.name ?? "";
      for (const place of document.querySelectorAll("[data-waiting]"))
        place.textContent = waitingFor(snapshot);
      const isNotSignedOut = snapshot.status === "unknown" && snapshot.signOutPending;
      (document.querySelector("#not-signed-out") as HTMLElement).hidden = !isNotSignedOut;
    }),
  ];
});

function markAs(key: string) {
  for (const place of document.querySelectorAll<HTMLElement>("[data-session-identity]"))
    place.dataset.sessionIdentity = key;
}

/** Returns the text while the session is unknown, which does not mean signed out. */
function waitingFor({ error }: typeof session.snapshot) {
  if (!error) return "One moment…";
  return error.retryable ? "The service cannot be reached. Trying again…" : "Something went wrong.";
}

document.addEventListener("click", ({ target }) => {
  // The session repeats a failed sign-out by itself: see `isNotSignedOut`.
  if ((target as Element).closest("#sign-out")) session.logout().catch(() => {});
});
