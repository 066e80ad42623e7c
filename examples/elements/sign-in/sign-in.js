import { isSessionError } from "/platform-session/index.js";
import { session } from "../app.js";

// The way back: to where the guard led away from, if that is a page of this site.
const from = new URLSearchParams(location.search).get("from") ?? "/";
const wayBack = /^\/(?![\s/\\])/.test(from) ? from : "/";
document.querySelector("sso-button").setAttribute("return-url", wayBack);

session.gate({ status: "authenticated" }).subscribe((state) => {
  if (state === "granted") location.replace(wayBack);
});

const form = document.querySelector("form");
const alert = form.querySelector("[role=alert]");
const say = (error) => {
  const code = isSessionError(error) && error.code;
  // A second click on "Sign in" supersedes the first: that is no failure.
  if (code === "superseded") return;
  alert.textContent =
    code === "invalid-credentials"
      ? "Wrong email address or password."
      : "Signing in failed. Please try again.";
};

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { email, password } = Object.fromEntries(new FormData(form));
  await session.login({ email, password }).catch(say);
});
document.addEventListener("sso-failed", ({ detail }) => say(detail.error));
