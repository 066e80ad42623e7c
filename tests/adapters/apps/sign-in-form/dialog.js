// A page with a draft that is saved, and the dialog for a session that has ended meanwhile. `?prefix=` is the option of that name, `?german`
// gives its texts in German.

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

/** What the dialog that a test has opened by hand ended with. */
const noted = [];
const note = (end) => noted.push(end);

Object.assign(globalThis, {
  app: { createReauthentication, createSession, defineSignInForm, openSignInDialog, noted, note },
  session,
});
