import { createSession } from "platform-session";
import { defineElements } from "platform-session/elements";

const session = createSession();
defineElements(session);

// The elements are defined, so the content of their templates is in the page by now.
session.subscribe(({ status, user }) => {
  document.querySelector("#status").textContent = status;
  const name = document.querySelector("#user");
  if (name) name.textContent = user?.name ?? "";
});

document.addEventListener("submit", (event) => {
  event.preventDefault();
  const { email, password } = Object.fromEntries(new FormData(event.target));
  session.login({ email, password }).catch(({ code }) => {
    alert(
      code === "invalid-credentials"
        ? "Wrong email address or password."
        : "Signing in failed. Please try again.",
    );
  });
});
document.addEventListener("click", ({ target }) => {
  // The session repeats a failed sign-out by itself: see `signOutPending`.
  if (target.id === "sign-out") session.logout().catch(() => {});
});
