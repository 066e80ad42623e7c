import { signInDialog } from "/platform-session/dist/sign-in-form.js";
import { createSession } from "/platform-session/index.js";

const session = createSession({ reauthenticate: signInDialog() });

session.subscribe(({ status, user }) => {
  if (status !== "unknown") who.textContent = user ? `Signed in as ${user.name}` : "No user is signed in";
});
session.gate({ feature: "report-analysis" }).subscribe((state) => {
  analyse.hidden = state !== "granted";
});
save.addEventListener("click", async () => {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ name: "A workspace" });
  const sent = session.identity.fetch("/agent-hub-api/api/workspace", { method: "POST", headers, body });
  saved.textContent = await sent.then(
    ({ ok, status }) => (ok ? "Saved" : `Not saved: ${status}`),
    ({ code }) => `Not saved: ${code}`,
  );
});
