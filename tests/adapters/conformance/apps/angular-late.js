// An app in which the first component that reads the session is shown long after the app began.

import { Component, provideZonelessChangeDetection, signal } from "@angular/core";
import { bootstrapApplication } from "@angular/platform-browser";
import { injectCan, provideSession } from "platform-session/angular";

/** How often the gated content was created. */
let contentCount = 0;

const Gated = Component({ selector: "test-gated", template: "content" })(
  class {
    constructor() {
      contentCount += 1;
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

/** Shows the app without that component. Returns a function that shows it, and resolves with the number of times that the gated content was created. */
export async function startLate() {
  document.querySelector("#app").append(document.createElement("test-app"));
  const application = await bootstrapApplication(App, {
    providers: [provideZonelessChangeDetection(), provideSession(globalThis.session)],
  });
  return async () => {
    isThere.set(true);
    await application.whenStable();
    return contentCount;
  };
}
