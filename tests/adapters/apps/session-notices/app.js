// A page with the notices, and no form, for the tests that drive it. A session counts as one that ends soon a second after its sign-in.

import { defineSessionNotices } from "./pkg/dist/session-notices.js";
import { defineSignInForm } from "./pkg/dist/sign-in-form.js";
import { createSession } from "./pkg/index.js";

const DAY_MS = 24 * 60 * 60 * 1000;

const session = createSession({ expiringMs: DAY_MS - 1000 });
const notices = document.getElementById("notices");
defineSignInForm(session);
defineSessionNotices(session);

/** Returns a session with a snapshot that never changes. */
function stub(snapshot) {
  const whole = {
    status: "authenticated",
    stale: false,
    expiring: false,
    signOutPending: false,
    ...snapshot,
  };
  const subscribe = (listener) => {
    listener(whole);
    return () => {};
  };
  return { snapshot: whole, subscribe, gate() {} };
}

Object.assign(globalThis, {
  app: { createSession, defineSessionNotices, notices, stub },
  session,
});
