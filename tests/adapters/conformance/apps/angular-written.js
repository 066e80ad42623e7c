// An app with a template that a test passes in, and the components that the template may name.

import { Component, ErrorHandler, effect, provideZonelessChangeDetection, signal } from "@angular/core";
import { bootstrapApplication } from "@angular/platform-browser";
import {
  IdentityBoundary,
  injectCan,
  injectSession,
  provideSession,
  SignedIn,
} from "platform-session/angular";

/** A component with a template that throws once no user is signed in: the most frequent mistake in an app. */
const Throwing = Component({ selector: "x-throwing", template: "{{ session().user.name }}" })(
  class {
    session = injectSession();
  },
);

/** A component with an effect that throws once no user is signed in. */
const Failing = Component({ selector: "x-failing", template: "" })(
  class {
    constructor() {
      const session = injectSession();
      effect(() => session().user.name);
    }
  },
);

const Gated = Component({ selector: "x-gated", template: "@if (can()) {gated}" })(
  class {
    can = injectCan({ status: "authenticated" });
  },
);

/** Signs out while Angular renders. */
const SigningOut = Component({ selector: "x-signing-out", template: "" })(
  class {
    ngOnInit() {
      globalThis.session.logout();
    }
  },
);

/** Shows this template. The global `thrown` lists the messages of errors, and the global `isOther` is a signal that the template can read. */
export async function show(template) {
  const thrown = [];
  const isOther = signal(false);
  Object.assign(globalThis, { thrown, isOther });
  const App = Component({
    selector: "test-written",
    imports: [IdentityBoundary, SignedIn, Throwing, Failing, Gated, SigningOut],
    template,
  })(
    class {
      session = injectSession();
      can = injectCan({ status: "authenticated" });
      isOther = isOther;
    },
  );
  document.querySelector("#app").append(document.createElement("test-written"));
  const errors = { handleError: ({ message }) => thrown.push(message) };
  const application = await bootstrapApplication(App, {
    providers: [
      provideZonelessChangeDetection(),
      provideSession(globalThis.session),
      { provide: ErrorHandler, useValue: errors },
    ],
  });
  await application.whenStable();
}
