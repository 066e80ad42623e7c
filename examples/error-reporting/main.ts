import { captureException } from "@sentry/browser";
import { isSessionError } from "platform-session";
import { orThrow } from "platform-session/errors";
import { session } from "./session";

const element = (selector: string) => document.querySelector(selector) as HTMLElement;
const show = (selector: string, text: string) => element(selector).replaceChildren(text);

// What these reject with is caught nowhere, and is reported for that.
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
    // What is shown to the user is caught, and is reported only by this line. A wrong password is not sent.
    captureException(error);
    const isWrong = isSessionError(error) && error.code === "invalid-credentials";
    show("[role=alert]", isWrong ? "Wrong email address or password." : "Signing in failed.");
  }
});

// A sign-out that fails is sent again by itself: `snapshot.signOutPending`.
element("#sign-out").addEventListener("click", () => session.logout().catch(() => {}));

session.subscribe(({ user }) => {
  show("#who", user?.name ?? "");
});
