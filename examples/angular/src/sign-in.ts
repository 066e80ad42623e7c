import { Component, effect, inject } from "@angular/core";
import { ActivatedRoute, Router } from "@angular/router";
import { injectCan } from "platform-session/angular";
import { SignInForm } from "./sign-in-form";

@Component({
  imports: [SignInForm],
  template: "<app-sign-in-form />",
})
export class SignIn {
  private readonly isSignedIn = injectCan({ status: "authenticated" });

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
}
