// A page with a draft to save, and with the sign-in dialog where the session has ended meanwhile. `?prefix=` sets that option of the dialog, `?german`
// gives it German texts.

import { createReauthentication } from "./pkg/dist/reauthentication.js";
import { defineSignInForm, german, openSignInDialog, signInDialog } from "./pkg/dist/sign-in-form.js";
import { createSession } from "./pkg/index.js";

const query = new URLSearchParams(location.search);
const session = createSession({
  reauthenticate: signInDialog({
    messages: query.has("german") ? german : undefined,
    prefix: query.get("prefix") ?? undefined,
  }),
});
const saved = document.getElementById("saved");

async function save() {
  saved.textContent = "";
  const body = JSON.stringify({ name: document.getElementById("draft").value });
  const headers = { "content-type": "application/json" };
  const outcome = session.fetch("/agent-hub-api/api/workspace", { method: "POST", headers, body });
  saved.textContent = await outcome.then(
    ({ status }) => status,
    ({ code }) => code,
  );
}
for (const id of ["save", "inside"]) document.getElementById(id).addEventListener("click", save);

/** The outcomes of the dialogs that a test has opened by hand. */
const noted = [];
const note = (end) => noted.push(end);

Object.assign(globalThis, {
  app: { createReauthentication, createSession, defineSignInForm, openSignInDialog, noted, note },
  session,
});
