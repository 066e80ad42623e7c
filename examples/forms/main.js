import { defineElements } from "/platform-session/dist/elements.js";
import { defineSignInForm, signInDialog } from "/platform-session/dist/sign-in-form.js";
import { createSession } from "/platform-session/index.js";

const session = createSession({ reauthenticate: signInDialog() });
defineElements(session);
defineSignInForm(session);

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches(".draft")) return;
  event.preventDefault();
  const status = form.querySelector("[role=status]");
  status.textContent = "Saving…";
  status.textContent = (await save(new FormData(form).get("name"))) ? "Saved." : "Not saved.";
});

/** Saves the draft, only for the user who typed it. */
async function save(name) {
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify({ name }) };
  try {
    const response = await session.identity.fetch("/agent-hub-api/api/workspace", init);
    return response.ok;
  } catch {
    return false;
  }
}
