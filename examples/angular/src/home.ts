import { Component } from "@angular/core";
import { injectSession } from "platform-session/angular";

@Component({
  template: `
    @if (session().user; as user) {
      <p>Welcome, {{ user.name }}.</p>
    } @else if (session().status === "unauthenticated") {
      <p>You are signed out.</p>
    }
  `,
})
export class Home {
  protected readonly session = injectSession();
}
