import { Component } from "@angular/core";
import { injectCan, injectGateState, SignedIn } from "platform-session/angular";

@Component({
  imports: [SignedIn],
  template: `
    <article *signedIn="let user">
      <h1>Reports of {{ user.name }}</h1>
      @if (hasChats()) {
        <p>Your chats.</p>
      } @else {
        <p>No chats in your plan.</p>
      }
      @switch (expert()) {
        @case ("granted") {
          <p>Reports of everybody.</p>
        }
        @case ("denied") {
          <p>For experts.</p>
        }
      }
    </article>
  `,
})
export class Reports {
  protected readonly hasChats = injectCan({ feature: "chat-history" });
  // Until the role catalogue is read the state is "unknown", and nothing is shown.
  protected readonly expert = injectGateState({ atLeast: "expert" });
}
