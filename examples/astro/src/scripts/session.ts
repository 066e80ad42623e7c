import { type GateConditions, pageSession } from "platform-session";

/** What the server has rendered this page with. */
const rendered = () => JSON.parse(document.querySelector("#session")?.textContent ?? "");
export const session = pageSession({ initial: rendered() });

type End = () => void;
const beginnings: (() => End[])[] = [];
let ends: End[] = [];

/**
 * Calls `begin` now, and with <ClientRouter /> for each page that takes this one's place: there, a script runs once for all pages.
 * `begin` gives what ends what it has begun, as the page is left.
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
      // What the server has rendered for one user is for no other. The package has hidden it as that user's identity ended.
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

/** While nothing is known: which is not the same as being signed out. */
function waitingFor({ error }: typeof session.snapshot) {
  if (!error) return "One moment…";
  return error.retryable ? "The service cannot be reached. Trying again…" : "Something went wrong.";
}

document.addEventListener("click", ({ target }) => {
  // A sign-out that fails is sent again by itself: see `isNotSignedOut`.
  if ((target as Element).closest("#sign-out")) session.logout().catch(() => {});
});
