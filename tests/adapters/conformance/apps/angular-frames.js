// The view `App` of the table of frames: names of users are within an `*identityBoundary`, secrets within a `*signedIn`. Angular compiles the
// templates in the page.

import { ChangeDetectionStrategy, Component, signal } from "@angular/core";
import {
  IdentityBoundary,
  injectCan,
  injectGate,
  injectGateState,
  injectIdentity,
  injectPermission,
  injectPermissions,
  injectSession,
  SignedIn,
} from "platform-session/angular";
import { late } from "./late.js";

const changeDetection = ChangeDetectionStrategy.OnPush;
const feature = "report-analysis";

/** Whether the late part has come: Angular hydrates the block of `Page` then. */
const isLateHere = signal(false);

/** Returns the adapter's current values (`frames.js`); `undefined` while nothing is rendered. */
export let values;

const Name = Component({
  selector: "x-name",
  changeDetection,
  template: `{{ session().user?.name ?? "no user" }}`,
})(
  class {
    session = injectSession();
  },
);

const Chats = Component({
  selector: "x-chats",
  changeDetection,
  imports: [Name],
  template: `@if (can()) {<b>chats of <x-name /></b>} @else {closed}`,
})(
  class {
    can = injectCan({ feature: "chat-history" });
  },
);

/** The secrets. The block is alone in a gate of its own: Angular does not remove the part of a block that is not hydrated yet. */
const Page = Component({
  selector: "x-page",
  changeDetection,
  imports: [Name, Chats],
  template: `
    <p>secret of <x-name /></p>
    <x-chats />
    <textarea></textarea>
    @if (can()) {
      @defer (hydrate when isLateHere()) {
        <p>late of <x-name /></p>
        <textarea></textarea>
      }
    }
  `,
})(
  class {
    can = injectCan({ feature: "chat-history" });
    isLateHere = isLateHere;

    constructor() {
      isLateHere.set(late.isHere);
      late.promise.then(() => isLateHere.set(true));
    }
  },
);

/** A gate outside of any `*signedIn`. */
const Gated = Component({
  selector: "x-gated",
  changeDetection,
  template: "@if (can()) {<p data-gate>gated</p>}",
})(
  class {
    can = injectCan({ feature: "chat-history" });
  },
);

const Values = Component({ selector: "x-values", changeDetection, template: "" })(
  class {
    constructor() {
      const session = injectSession();
      const can = injectCan({ feature });
      const state = injectGateState({ feature });
      const reading = injectPermission(feature);
      const identity = injectIdentity();
      const gate = injectGate({ feature });
      const permissions = injectPermissions();
      values = () => ({
        user: session().user?.name ?? null,
        status: session().status,
        can: can(),
        state: state(),
        reading: reading().state,
        key: identity().key,
        granted: gate().granted,
        allowed: permissions.can(feature),
        allowedState: permissions.state(feature),
        listed: Object.keys(permissions.features()).length,
      });
    }

    ngOnDestroy() {
      values = undefined;
    }
  },
);

export const App = Component({
  selector: "x-app",
  changeDetection,
  imports: [IdentityBoundary, SignedIn, Name, Page, Gated, Values],
  template: `
    <x-values />
    <main *identityBoundary>
      <p>user <x-name /></p>
      <section *signedIn="let user; fallback: signedOut; pending: pending">
        <p>signed in: {{ user.name }}</p>
        <x-page />
      </section>
      <ng-template #signedOut><p>signed out</p></ng-template>
      <ng-template #pending><p>pending</p></ng-template>
    </main>
    <section *signedIn><p>own of <x-name /></p></section>
    <x-gated />
  `,
})(class {});
