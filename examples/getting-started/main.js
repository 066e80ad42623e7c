import { createSession } from "platform-session";

// Returns at once. Until the deployment has answered, the status is "unknown" and every gate is closed.
const session = createSession();
const element = (selector) => document.querySelector(selector);

session.subscribe((snapshot) => {
  const texts = {
    unknown: waitingFor(snapshot),
    authenticated: `Signed in as ${snapshot.user?.name}`,
    unauthenticated: "No user is signed in",
  };
  element("#status").textContent = texts[snapshot.status];
});

/** Returns the text while the session is unknown, which does not mean signed out. */
function waitingFor({ signOutPending, error }) {
  if (signOutPending) return "You are not signed out yet. Trying again…";
  if (!error) return "One moment…";
  return error.retryable ? "The service cannot be reached. Trying again…" : "Something went wrong.";
}

/** Shows a part of the page while all of the conditions hold. */
function showWhere(conditions, selector) {
  const gate = session.gate(conditions);
  gate.subscribe(() => {
    element(selector).hidden = !gate.granted;
  });
}
showWhere({ status: "unauthenticated" }, "#sign-in");
showWhere({ status: "authenticated" }, "#sign-out");
showWhere({ feature: "report-analysis" }, "#analyse");

element("#sign-in").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  element("#failure").textContent = "";
  try {
    await session.login({ email: form.email.value, password: form.password.value });
    form.reset();
  } catch (error) {
    // A second click on "Sign in" supersedes the first sign-in, which is not a failure.
    if (error.code === "superseded") return;
    element("#failure").textContent =
      error.code === "invalid-credentials"
        ? "Wrong email address or password."
        : "Signing in failed. Please try again.";
  }
});

element("#sign-out").addEventListener("click", () => {
  // The session repeats a failed sign-out by itself: see `signOutPending`.
  session.logout().catch(() => {});
});
