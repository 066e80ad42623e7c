import { createSession } from "platform-session";
import { defineElements } from "platform-session/elements";

const session = createSession();
defineElements(session);

// After the elements: what stands in a template is there by now.
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
  // A sign-out that fails is sent again by itself: see `signOutPending`.
  if (target.id === "sign-out") session.logout().catch(() => {});
});
