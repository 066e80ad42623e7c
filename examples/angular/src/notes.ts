import { Component } from "@angular/core";
import { SignedIn } from "platform-session/angular";
import { SignInForm } from "./sign-in-form";

@Component({
  imports: [SignedIn, SignInForm],
  template: `
    <article *signedIn="let user; fallback: signIn; pending: moment">
      <h1>Notes of {{ user.name }}</h1>
      <textarea aria-label="Note"></textarea>
    </article>
    <ng-template #signIn><app-sign-in-form /></ng-template>
    <ng-template #moment><p>Your notes are on their way.</p></ng-template>
  `,
})
export class Notes {}
