// `Drafts` (`parts.js`). Angular compiles the template in the page.
import { ChangeDetectionStrategy, Component } from "@angular/core";
import { IdentityBoundary, injectCan, SignedIn } from "platform-session/angular";

export const Drafts = Component({
  selector: "x-app",
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [IdentityBoundary, SignedIn],
  template: `
    <section *identityBoundary><textarea id="bounded"></textarea></section>
    <section *signedIn="let user; fallback: signedOut; pending: pending">
      <textarea id="signed-in"></textarea>
      @if (can()) {
        <textarea id="gated"></textarea>
      } @else {
        <p>closed</p>
      }
    </section>
    <ng-template #signedOut><p>signed out</p></ng-template>
    <ng-template #pending><p>pending</p></ng-template>
  `,
})(
  class {
    can = injectCan({ feature: "chat-history" });
  },
);
