import { createSession } from "/platform-session/index.js";

const session = createSession();

session.subscribe(({ status, user }) => {
  if (status !== "unknown") who.textContent = user ? `Signed in as ${user.name}` : "Nobody is signed in";
});
session.gate({ feature: "report-analysis" }).subscribe((state) => {
  analyse.hidden = state !== "granted";
});
