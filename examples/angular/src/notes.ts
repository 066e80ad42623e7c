import { Component } from "@angular/core";
import { SignedIn } from "platform-session/angular";

@Component({
  imports: [SignedIn],
  template: `
    <article *signedIn="let user">
      <h1>Notes of {{ user.name }}</h1>
      <textarea aria-label="Note"></textarea>
    </article>
  `,
})
export class Notes {}
