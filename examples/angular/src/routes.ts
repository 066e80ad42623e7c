import { inject } from "@angular/core";
import { type CanActivateFn, Router, type Routes } from "@angular/router";
import { injectSessionClient } from "platform-session/angular";
import { gateGuard } from "platform-session/angular/router";
import { Home } from "./home";
import { Notes } from "./notes";
import { Reports } from "./reports";
import { SignIn } from "./sign-in";

// While nothing is known it waits, however long: App says what for.
const signedIn: CanActivateFn = (_, { url }) => {
  // The way back. Where a sign-out ends the page that is shown, it is not the next user's.
  const hasLeft = injectSessionClient().snapshot.reason === "signed-out" && url === inject(Router).url;
  const redirectTo = `/sign-in?from=${encodeURIComponent(hasLeft ? "/" : url)}`;
  return gateGuard({ status: "authenticated" }, { redirectTo, timeoutMs: Number.POSITIVE_INFINITY })();
};

export const routes: Routes = [
  { path: "", component: Home },
  { path: "sign-in", component: SignIn },
  { path: "notes", component: Notes },
  { path: "reports", component: Reports, canActivate: [signedIn], runGuardsAndResolvers: "always" },
];
