import { ChangeDetectionStrategy, Component, signal } from "@angular/core";
import {
  injectGate,
  injectPermissions,
  injectReauthentication,
  injectSessionEvent,
} from "platform-session/angular";
import { GATE, listedOf, listenerOf, menuOf, requestOf, requests, shown, statesOf, whyOf } from "./parts.js";

const changeDetection = ChangeDetectionStrategy.OnPush;

const Entries = Component({
  selector: "test-entries",
  changeDetection,
  template: `<p id="menu">{{ menu() }}</p><p id="states">{{ states() }}</p><p id="listed">{{ listed() }}</p>`,
})(
  class {
    permissions = injectPermissions();
    menu = () => shown("menu", menuOf(this.permissions));
    states = () => statesOf(this.permissions);
    listed = () => listedOf(this.permissions.features());
  },
);

const Why = Component({ selector: "test-why", changeDetection, template: `<p id="why">{{ why() }}</p>` })(
  class {
    gate = injectGate(() => GATE);
    why = () => shown("why", whyOf(this.gate()));
  },
);

const Request = Component({
  selector: "test-request",
  changeDetection,
  template: `<p id="request">{{ text() }}</p>`,
})(
  class {
    request = injectReauthentication(requests);
    text = () => requestOf(this.request());
  },
);

/** The number of the listener that listens now. */
export const number = signal(0);

const Listening = Component({
  selector: "test-listening",
  changeDetection,
  template: `<p id="number">{{ number() }}</p>`,
})(
  class {
    number = number;
    constructor() {
      injectSessionEvent("signed-out", (event) => listenerOf(number())(event));
    }
  },
);

export const Menu = Component({
  selector: "x-app",
  changeDetection,
  imports: [Entries, Why, Request, Listening],
  template: "<test-entries /><test-why /><test-request /><test-listening />",
})(class {});
