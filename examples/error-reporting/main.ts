import { captureException } from "@sentry/browser";
import { isSessionError } from "platform-session";
import { orThrow } from "platform-session/errors";
import { session } from "./session";

const element = (selector: string) => document.querySelector(selector) as HTMLElement;
const show = (selector: string, text: string) => element(selector).replaceChildren(text);

// The errors of these calls are not caught, and so they are reported.
element("#roles").addEventListener("click", async function loadRoles() {
  const roles = await session.roles();
  show("output", `${roles.length} roles`);
});

element("#agents").addEventListener("click", async function loadAgents() {
  const answer = orThrow(await session.fetch("/agent-hub-api/api/agent/list"));
  const { agents } = await answer.json();
  show("output", `${agents.length} agents`);
});

const form = element("form") as HTMLFormElement;
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { email = "", password = "" } = Object.fromEntries(new FormData(form)) as Record<string, string>;
  try {
    await session.login({ email, password });
  } catch (error) {
    // An error that is caught and shown to the user is reported only by this line. A wrong password is not reported.
    captureException(error);
    const isWrong = isSessionError(error) && error.code === "invalid-credentials";
    show("[role=alert]", isWrong ? "Wrong email address or password." : "Signing in failed.");
  }
});

// The session repeats a failed sign-out by itself: see `snapshot.signOutPending`.
element("#sign-out").addEventListener("click", () => session.logout().catch(() => {}));

session.subscribe(({ user }) => {
  show("#who", user?.name ?? "");
});
