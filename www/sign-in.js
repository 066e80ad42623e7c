import { defineSignInForm, english } from "./pkg/dist/sign-in-form.js";

/** Offers the sign-in form while no user is signed in. */
export function offerSignIn(session) {
  const section = document.getElementById("sign-in");
  const form = document.getElementById("sign-in-form");
  form.setAttribute("return-url", location.pathname + location.search);
  // The heading of the panel says what the snapshot says.
  form.messages = { ...english, "signed-out": "", expired: "", ended: "", deactivated: "" };
  defineSignInForm(session);

  const follow = () => {
    section.hidden = form.state !== "granted";
  };
  session.subscribe(follow);
  form.addEventListener("sign-in-failed", follow);
}
