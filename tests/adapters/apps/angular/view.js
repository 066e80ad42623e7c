// What every adapter's test shows: what each function says, each in a component of its own. Compiled in the page.
import { ChangeDetectionStrategy, Component, InjectionToken, inject } from "@angular/core";
import {
  injectCan,
  injectGateState,
  injectIdentity,
  injectPermission,
  injectSession,
} from "../../../../pkg/dist/angular.js";

/** A signal of what the view asks for. */
export const CONDITIONS = new InjectionToken("conditions");
export const renders = {};

const changeDetection = ChangeDetectionStrategy.OnPush;

class Shown {
  conditions = inject(CONDITIONS);

  shown(id, text) {
    renders[id] = (renders[id] ?? 0) + 1;
    return text;
  }
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
    text = () => `${this.reading().state} ${JSON.stringify(this.reading().limit)}`;
  },
);

const Status = Component({
  selector: "test-status",
  changeDetection,
  template: `<p id="status">{{ shown("status", session().status + " " + (session().user?.name ?? "")) }}</p>`,
})(
  class extends Shown {
    session = injectSession();
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

export const App = Component({
  selector: "test-app",
  changeDetection,
  imports: [Gate, Can, State, Reading, Status, Typed],
  template: "<test-gate /><test-can /><test-state /><test-reading /><test-status /><test-typed />",
})(class {});
