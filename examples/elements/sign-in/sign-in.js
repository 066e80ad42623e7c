import { defineSignInForm } from "/platform-session/dist/sign-in-form.js";
import { session } from "../app.js";

// The way back: to where the guard led away from, if that is a page of this site.
const from = new URLSearchParams(location.search).get("from") ?? "/";
const wayBack = /^\/(?![\s/\\])/.test(from) ? from : "/";
document.querySelector("sign-in-form").setAttribute("return-url", wayBack);
defineSignInForm(session);

session.gate({ status: "authenticated" }).subscribe((state) => {
  if (state === "granted") location.replace(wayBack);
});
