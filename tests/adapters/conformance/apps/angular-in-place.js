// `InPlace` and `Home` (`parts.js`). Angular compiles the templates in the page.
import { ChangeDetectionStrategy, Component } from "@angular/core";
import { IdentityBoundary, SignedIn } from "platform-session/angular";
import { addressNow } from "./parts.js";

export const InPlace = Component({
  selector: "x-app",
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [SignedIn],
  template: `
    <section *signedIn><textarea id="signed-in"></textarea></section>
    <section *signedIn="let user; fallback: fallback">own fallback</section>
    <section *signedIn="let user; pending: pending">own pending</section>
    <section *signedIn="let user; fallback: null; pending: null">nothing</section>
    <ng-template #fallback><p id="fallback">fallback</p></ng-template>
    <ng-template #pending><p id="pending">pending</p></ng-template>
  `,
})(class {});

const Address = Component({
  selector: "x-address",
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `<p id="address">{{ address }}</p>`,
})(
  class {
    address = addressNow();
  },
);

export const Home = Component({
  selector: "x-app",
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [IdentityBoundary, Address],
  template: `<section *identityBoundary="'/home'"><x-address /></section>`,
})(class {});
