import { createSession } from "/platform-session/index.js";

const session = createSession({ reauthenticate });

/** Shows the dialog until the user has signed in. Rejects where the user gives up: the request then gets its 401. */
async function reauthenticate(session, { reason, user }) {
  const dialog = document.querySelector("dialog");
  const form = dialog.querySelector("form");
  const { email, password } = form.elements;
  const failure = dialog.querySelector("[role=alert]");
  dialog.querySelector("p").textContent =
    reason === "ended" ? "Sign in to go on." : "Enter your password once more to go on.";
  email.value = user?.email ?? "";
  dialog.returnValue = "";
  dialog.showModal();

  // Removes the listeners below as the dialog closes.
  const closing = new AbortController();
  const { signal } = closing;
  form.addEventListener("submit", signIn, { signal });
  // The user has signed out, or another user has signed in.
  session.identity.signal.addEventListener("abort", () => dialog.close(""), { signal });
  // The user may sign in in another tab, which gives this page no token. So the dialog stays open where only the token is missing.
  const unsubscribe = session.subscribe(({ status }) => {
    if (reason === "ended" && status === "authenticated") dialog.close("signed-in");
  });
  await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  unsubscribe();
  closing.abort();
  form.reset();
  failure.textContent = "";
  if (dialog.returnValue === "") throw new Error("given up");

  async function signIn(event) {
    // A click on "Not now" closes the dialog without code.
    if (event.submitter?.value === "") return;
    event.preventDefault();
    failure.textContent = "";
    try {
      await session.login({ email: email.value, password: password.value }, { signal });
      dialog.close("signed-in");
    } catch ({ code }) {
      // A second click on "Sign in" supersedes the first sign-in, and "Not now" aborts it; neither is a failure.
      if (code === "superseded" || code === "aborted") return;
      failure.textContent =
        code === "invalid-credentials"
          ? "Wrong email address or password."
          : "Signing in failed. Please try again.";
    }
  }
}

document.querySelector("#load").addEventListener("click", async () => {
  try {
    const response = await session.fetch("/api/roles");
    const { roles } = response.ok ? await response.json() : {};
    document.querySelector("#roles").textContent = roles
      ? `${roles.length} roles`
      : `No roles: ${response.status}`;
  } catch (error) {
    // Another user is signed in by now, and must not see the result.
    if (error.code !== "superseded") throw error;
  }
});
