import { createSession } from "platform-session";

// Returns at once. Until the deployment has answered, the status is "unknown" and every gate is closed.
const session = createSession();
const element = (selector) => document.querySelector(selector);

session.subscribe(({ status, user, error }) => {
  const texts = {
    unknown: error ? "The service cannot be reached. Trying again…" : "One moment…",
    authenticated: `Signed in as ${user?.name}`,
    unauthenticated: "Nobody is signed in",
  };
  element("#status").textContent = texts[status];
});

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
    element("#failure").textContent = error.message;
  }
});

element("#sign-out").addEventListener("click", () => {
  // A sign-out that fails is sent again by itself: see `signOutPending`.
  session.logout().catch(() => {});
});
