import type { CanActivateFn, Routes } from "@angular/router";
import { injectSessionClient } from "platform-session/angular";
import { gateGuard } from "platform-session/angular/router";
import { Home } from "./home";
import { Notes } from "./notes";
import { Reports } from "./reports";
import { SignIn } from "./sign-in";

// While nothing is known it waits, however long: App says what for.
const signedIn: CanActivateFn = (_, { url }) => {
  // The way back.
  const redirectTo = `/sign-in?from=${encodeURIComponent(url)}`;
  return gateGuard({ status: "authenticated" }, { redirectTo, timeoutMs: Number.POSITIVE_INFINITY })();
};

export const routes: Routes = [
  { path: "", component: Home },
  // The identity whose way back it is: this component begins anew with the next.
  { path: "sign-in", component: SignIn, resolve: { identity: () => injectSessionClient().identity } },
  { path: "notes", component: Notes },
  { path: "reports", component: Reports, canActivate: [signedIn], runGuardsAndResolvers: "always" },
];
