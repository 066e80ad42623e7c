import { defineSignInForm, english } from "./pkg/dist/sign-in-form.js";

/** Offers the sign-in form while no user is signed in. */
export function offerSignIn(session) {
  const section = document.getElementById("sign-in");
  const form = document.getElementById("sign-in-form");
  form.setAttribute("return-url", location.pathname + location.search);
  // These texts are empty, because the heading of the panel says why no user is signed in.
  form.messages = { ...english, "signed-out": "", expired: "", ended: "", deactivated: "" };
  defineSignInForm(session);

  const update = () => {
    section.hidden = form.state !== "granted";
  };
  session.subscribe(update);
  form.addEventListener("sign-in-failed", update);
}
