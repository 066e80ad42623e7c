import { Component, effect, inject, signal } from "@angular/core";
import { ActivatedRoute, Router } from "@angular/router";
import { isSessionError } from "platform-session";
import { injectCan, injectSessionClient } from "platform-session/angular";

@Component({
  template: `
    <form (submit)="submit($event, email.value, password.value)">
      <h1>Sign in</h1>
      <label>Email <input #email type="email" autocomplete="username" required /></label>
      <label>Password <input #password type="password" autocomplete="current-password" required /></label>
      <button type="submit">Sign in</button>
      @if (failure()) {
        <p role="alert">{{ failure() }}</p>
      }
    </form>
  `,
})
export class SignIn {
  private readonly client = injectSessionClient();
  private readonly isSignedIn = injectCan({ status: "authenticated" });
  protected readonly failure = signal("");

  constructor() {
    const router = inject(Router);
    // The way back: to where the guard led away from, if that is a route of this app, and the same user's.
    const from = inject(ActivatedRoute).snapshot.queryParamMap.get("from") ?? "/";
    const { signal } = this.client.identity;
    effect(() => {
      const isWayBack = /^\/(?![\s/\\])/.test(from) && !signal.aborted;
      if (this.isSignedIn()) router.navigateByUrl(isWayBack ? from : "/", { replaceUrl: true });
    });
  }

  protected async submit(event: Event, email: string, password: string) {
    event.preventDefault();
    try {
      await this.client.login({ email, password });
    } catch (error) {
      const code = isSessionError(error) && error.code;
      // A second click on "Sign in" supersedes the first: that is no failure.
      if (code === "superseded") return;
      this.failure.set(
        code === "invalid-credentials"
          ? "Wrong email address or password."
          : "Signing in failed. Please try again.",
      );
    }
  }
}
