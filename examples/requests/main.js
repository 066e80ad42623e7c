import { createSession } from "/platform-session/index.js";

const session = createSession({ reauthenticate });

/** Asks for the password, and signs in. Rejects where the person gives up: the request is then handed its 401. */
async function reauthenticate(session, { reason, user }) {
  const dialog = document.querySelector("dialog");
  const form = dialog.querySelector("form");
  const { email, password } = form.elements;
  dialog.querySelector("p").textContent =
    reason === "ended" ? "Sign in to go on." : "Enter your password once more to go on.";
  email.value = user?.email ?? "";
  dialog.returnValue = "";
  dialog.showModal();
  // Another tab may sign in meanwhile. It brings this page no token, so the dialog stays open where only that is missing.
  const unsubscribe = session.subscribe(({ status }) => {
    if (reason === "ended" && status === "authenticated") dialog.close("elsewhere");
  });
  // They have signed out, or somebody else is there.
  session.identity.signal.addEventListener("abort", () => dialog.close(""));
  await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  unsubscribe();
  const credentials = { email: email.value, password: password.value };
  form.reset();
  if (dialog.returnValue === "elsewhere") return;
  if (dialog.returnValue !== "sign-in") throw new Error("given up");
  await session.login(credentials);
}

document.querySelector("#load").addEventListener("click", async () => {
  try {
    const response = await session.fetch("/api/roles");
    const { roles } = response.ok ? await response.json() : {};
    document.querySelector("#roles").textContent = roles
      ? `${roles.length} roles`
      : `No roles: ${response.status}`;
  } catch (error) {
    // Somebody else is here by now: their page shows nothing of it.
    if (error.code !== "superseded") throw error;
  }
});
