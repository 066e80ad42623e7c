import { Component, signal } from "@angular/core";
import { isSessionError } from "platform-session";
import { injectSessionClient } from "platform-session/angular";

@Component({
  selector: "app-sign-in-form",
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
export class SignInForm {
  private readonly client = injectSessionClient();
  protected readonly failure = signal("");

  protected async submit(event: Event, email: string, password: string) {
    event.preventDefault();
    try {
      await this.client.login({ email, password });
    } catch (error) {
      const code = isSessionError(error) && error.code;
      // A second click on "Sign in" supersedes the first sign-in, which is not a failure.
      if (code === "superseded") return;
      this.failure.set(
        code === "invalid-credentials"
          ? "Wrong email address or password."
          : "Signing in failed. Please try again.",
      );
    }
  }
}
