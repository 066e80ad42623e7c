// `Drafts` (`parts.js`). Compiled in the page.
import { ChangeDetectionStrategy, Component } from "@angular/core";
import { IdentityBoundary, SignedIn } from "platform-session/angular";

export const Drafts = Component({
  selector: "x-app",
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [IdentityBoundary, SignedIn],
  template: `
    <section *identityBoundary><textarea id="bounded"></textarea></section>
    <section *signedIn="let user; fallback: signedOut; pending: pending"><textarea id="signed-in"></textarea></section>
    <ng-template #signedOut><p>signed out</p></ng-template>
    <ng-template #pending><p>pending</p></ng-template>
  `,
})(class {});
