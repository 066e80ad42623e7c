// A page with the form, for the tests that drive it. `?hold` leaves defining it to the test, `?sso` asks for the button.

import { defineSignInForm, english, german, signInDialog } from "./pkg/dist/sign-in-form.js";
import { createSession } from "./pkg/index.js";

const session = createSession();
const form = document.getElementById("form");
const failures = [];
document.addEventListener("sign-in-failed", ({ detail, target }) =>
  failures.push([detail.error.code, target.id]),
);
Object.assign(globalThis, {
  app: { defineSignInForm, english, german, form, failures, signInDialog, stub },
  session,
});
if (location.search.includes("sso")) form.setAttribute("sso", "");
if (!location.search.includes("hold")) defineSignInForm(session);

/** A session that only says this. */
function stub(snapshot) {
  const whole = { status: "unauthenticated", reason: null, error: null, signOutPending: false, ...snapshot };
  const subscribe = (listener) => {
    listener(whole);
    return () => {};
  };
  return { snapshot: whole, subscribe, gate() {} };
}
