import { Component, CUSTOM_ELEMENTS_SCHEMA, effect, inject } from "@angular/core";
import { Router, RouterLink, RouterOutlet } from "@angular/router";
import {
  IdentityBoundary,
  injectCan,
  injectSession,
  injectSessionClient,
  injectSessionEvent,
} from "platform-session/angular";

@Component({
  selector: "app-root",
  imports: [IdentityBoundary, RouterLink, RouterOutlet],
  // `signInSession()` has defined the elements <sign-out-button> and <session-notices>.
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <div *identityBoundary>
      <nav>
        <a routerLink="/">Home</a> <a routerLink="/notes">Notes</a> <a routerLink="/reports">Reports</a>
        @if (isSignedIn()) {
          {{ session().user?.name }} <sign-out-button />
        } @else if (session().status === "unauthenticated") {
          <a routerLink="/sign-in">Sign in</a>
        }
      </nav>
      <session-notices />
      <main>
        @if (session().status === "unknown" && !session().signOutPending) {
          @if (session().error; as error) {
            <p role="alert">
              {{ error.retryable ? "The service cannot be reached. Trying again…" : "Something went wrong." }}
            </p>
          } @else {
            <p>One moment…</p>
          }
        }
        <router-outlet />
      </main>
    </div>
  `,
})
export class App {
  private readonly client = injectSessionClient();
  private readonly router = inject(Router);
  protected readonly session = injectSession();
  protected readonly isSignedIn = injectCan({ status: "authenticated" });
  private readonly isSignedOut = injectCan({ status: "unauthenticated" });

  constructor() {
    // The next user must not get the last user's address.
    injectSessionEvent("identity-ended", () => this.router.navigateByUrl("/sign-in", { replaceUrl: true }));
    // At the session's end this reloads the shown route, and so runs its guard. A guard of the first navigation that still waits
    // needs no reload.
    effect(() => {
      if (this.isSignedOut() && this.client.snapshot.reason !== "signed-out" && this.router.navigated)
        this.router.navigateByUrl(this.router.url, { onSameUrlNavigation: "reload" });
    });
  }
}
