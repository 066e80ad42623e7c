// An app whose first part that asks the session comes long after the app.

import { Component, provideZonelessChangeDetection, signal } from "@angular/core";
import { bootstrapApplication } from "@angular/platform-browser";
import { injectCan, provideSession } from "platform-session/angular";

/** How often the gated content was made. */
let made = 0;

const Gated = Component({ selector: "test-gated", template: "content" })(
  class {
    constructor() {
      made += 1;
    }
  },
);

const Late = Component({
  selector: "test-late",
  imports: [Gated],
  template: `<p id="late">@if (can()) {<test-gated />} @else {closed}</p>`,
})(
  class {
    can = injectCan({ feature: "chat-history" });
  },
);

const isThere = signal(false);

const App = Component({
  selector: "test-app",
  imports: [Late],
  template: "@if (isThere()) {<test-late />}",
})(
  class {
    isThere = isThere;
  },
);

/** Shows the app without that part. Returns a function that shows the part, and tells how often the gated content was made. */
export async function startLate() {
  document.querySelector("#app").append(document.createElement("test-app"));
  const application = await bootstrapApplication(App, {
    providers: [provideZonelessChangeDetection(), provideSession(globalThis.session)],
  });
  return async () => {
    isThere.set(true);
    await application.whenStable();
    return made;
  };
}
