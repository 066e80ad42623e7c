// A page with the form, for the tests that drive it. With `?hold` the test defines it; `?sso` sets the form's attribute of that name.

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

/** Returns a session with a snapshot that never changes. */
function stub(snapshot) {
  const whole = { status: "unauthenticated", reason: null, error: null, signOutPending: false, ...snapshot };
  const subscribe = (listener) => {
    listener(whole);
    return () => {};
  };
  return { snapshot: whole, subscribe, gate() {} };
}
