import { Component, effect, inject } from "@angular/core";
import { ActivatedRoute, Router } from "@angular/router";
import type { Identity } from "platform-session";
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
    // Goes back to the address that the guard has left, if that is a route of this app, and the user is the same.
    const { queryParamMap, data } = inject(ActivatedRoute).snapshot;
    const from = queryParamMap.get("from") ?? "/";
    const { signal }: Identity = data.identity;
    effect(() => {
      const isWayBack = /^\/(?![\s/\\])/.test(from) && !signal.aborted;
      if (this.isSignedIn()) router.navigateByUrl(isWayBack ? from : "/", { replaceUrl: true });
    });
  }
}
