import type { CanActivateFn, Routes } from "@angular/router";
import { injectSessionClient } from "platform-session/angular";
import { gateGuard } from "platform-session/angular/router";
import { Home } from "./home";
import { Notes } from "./notes";
import { Reports } from "./reports";
import { SignIn } from "./sign-in";

// While the session is unknown the guard waits without limit, and App shows why.
const signedIn: CanActivateFn = (_, { url }) => {
  // The address to go back to after the sign-in.
  const redirectTo = `/sign-in?from=${encodeURIComponent(url)}`;
  return gateGuard({ status: "authenticated" }, { redirectTo, timeoutMs: Number.POSITIVE_INFINITY })();
};

export const routes: Routes = [
  { path: "", component: Home },
  // Only this identity may go back to that address: for another one the component is built anew.
  { path: "sign-in", component: SignIn, resolve: { identity: () => injectSessionClient().identity } },
  { path: "notes", component: Notes },
  { path: "reports", component: Reports, canActivate: [signedIn], runGuardsAndResolvers: "always" },
];
