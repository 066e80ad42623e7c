// A page with the button that signs out, for the tests that drive it. With `?hold` the test defines it.

import { defineSignInForm, defineSignOutButton, german } from "./pkg/dist/sign-in-form.js";
import { createSession } from "./pkg/index.js";

const session = createSession();
if (!location.search.includes("hold")) defineSignOutButton(session);

/** Returns a session with a snapshot that never changes. Its `logout` fails, and counts its calls. */
function stub(snapshot) {
  const stubbed = {
    snapshot: { status: "unauthenticated", signOutPending: false, ...snapshot },
    signOuts: 0,
    gate() {},
    subscribe(listener) {
      listener(stubbed.snapshot);
      return () => {};
    },
    async logout() {
      stubbed.signOuts++;
      throw new Error("not signed out");
    },
  };
  return stubbed;
}

Object.assign(globalThis, {
  app: {
    defineSignInForm,
    defineSignOutButton,
    german,
    out: document.getElementById("out"),
    stub,
  },
  session,
});
