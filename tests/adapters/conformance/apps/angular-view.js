// `View` and `Throwing` (`parts.js`). Angular compiles the templates in the page.
import { ChangeDetectionStrategy, Component, InjectionToken, inject } from "@angular/core";
import {
  injectCan,
  injectGateState,
  injectIdentity,
  injectPermission,
  injectSession,
  injectSessionClient,
} from "platform-session/angular";
import { note, readingOf, shown, statusOf } from "./parts.js";

/** A signal with the conditions of the view's gate and values. */
export const CONDITIONS = new InjectionToken("conditions");

const changeDetection = ChangeDetectionStrategy.OnPush;

class Shown {
  conditions = inject(CONDITIONS);
  shown = shown;
}

const Gate = Component({
  selector: "test-gate",
  changeDetection,
  template: `<p id="gate">@if (can()) {content} @else if (gate() === "denied") {fallback} @else {pending}</p>`,
})(
  class extends Shown {
    can = injectCan(() => this.conditions());
    gate = injectGateState(() => this.conditions());
  },
);

const Can = Component({
  selector: "test-can",
  changeDetection,
  template: `<p id="can">{{ shown("can", "" + can()) }}</p>`,
})(
  class extends Shown {
    can = injectCan(() => this.conditions());
  },
);

const State = Component({
  selector: "test-state",
  changeDetection,
  template: `<p id="state">{{ shown("state", gate()) }}</p>`,
})(
  class extends Shown {
    gate = injectGateState(() => this.conditions());
  },
);

const Reading = Component({
  selector: "test-reading",
  changeDetection,
  template: `<p id="reading">{{ shown("reading", text()) }}</p>`,
})(
  class extends Shown {
    reading = injectPermission(() => String(this.conditions().feature));
    text = () => readingOf(this.reading());
  },
);

const Status = Component({
  selector: "test-status",
  changeDetection,
  template: `<p id="status">{{ shown("status", text()) }}</p>`,
})(
  class extends Shown {
    session = injectSession();
    text = () => statusOf(this.session());
  },
);

const Typed = Component({
  selector: "test-typed",
  changeDetection,
  template: `@for (one of [shown("typed", identity())]; track one.key) {<input id="typed" />}`,
})(
  class extends Shown {
    identity = injectIdentity();
  },
);

const Out = Component({
  selector: "test-out",
  changeDetection,
  template: `<button id="out" type="button" (click)="session.logout()">sign out</button>`,
})(
  class {
    session = injectSessionClient();
    constructor() {
      note(this.session);
    }
  },
);

export const View = Component({
  selector: "x-app",
  changeDetection,
  imports: [Gate, Can, State, Reading, Status, Typed, Out],
  template:
    "<test-gate /><test-can /><test-state /><test-reading /><test-status /><test-typed /><test-out />",
})(class {});

const Bad = Component({ selector: "test-bad", changeDetection, template: "{{ session().user.name }}" })(
  class {
    session = injectSession();
  },
);

/** A binding that throws once no user is signed in, before a gate and after it. */
export const Throwing = Component({
  selector: "x-app",
  changeDetection,
  imports: [Bad],
  template: `@if (can()) {<b id="first">content</b>} <test-bad /> @if (can()) {<b id="second">content</b>}`,
})(
  class {
    can = injectCan({ feature: "chat-history" });
  },
);
