import { captureException } from "@sentry/browser";
import { isSessionError, pageSession } from "platform-session";
import { orThrow } from "platform-session/errors";
import { reportSession, startErrorReporting } from "./errors.js";

startErrorReporting();
const session = pageSession();
reportSession(session);

const $ = (selector) => document.querySelector(selector);
const show = (text) => $("output").replaceChildren(text);

// What these reject with is caught nowhere, and is reported for that.
$("#roles").addEventListener("click", async function loadRoles() {
  const roles = await session.roles();
  show(`${roles.length} roles`);
});

$("#agents").addEventListener("click", async function loadAgents() {
  const answer = orThrow(await session.fetch("/agent-hub-api/api/agent/list"));
  const { agents } = await answer.json();
  show(`${agents.length} agents`);
});

const form = $("form");
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    await session.login({ email: form.email.value, password: form.password.value });
  } catch (error) {
    // What is shown to the user is caught, and is reported only by this line.
    const isWrong = isSessionError(error) && error.code === "invalid-credentials";
    if (!isWrong) captureException(error);
    $("[role=alert]").textContent = isWrong ? "Wrong email address or password." : "Signing in failed.";
  }
});

// A sign-out that fails is sent again by itself: `snapshot.signOutPending`.
$("#sign-out").addEventListener("click", () => session.logout().catch(() => {}));

session.subscribe(({ user }) => {
  $("#who").textContent = user?.name ?? "";
});
