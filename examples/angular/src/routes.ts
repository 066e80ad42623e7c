import type { CanActivateFn, Routes } from "@angular/router";
import { gateGuard } from "platform-session/angular/router";
import { Home } from "./home";
import { Notes } from "./notes";
import { Reports } from "./reports";
import { SignIn } from "./sign-in";

// While nothing is known it waits, however long: App says what for.
const signedIn: CanActivateFn = (_, { url }) =>
  gateGuard(
    { status: "authenticated" },
    { redirectTo: `/sign-in?from=${encodeURIComponent(url)}`, timeoutMs: Number.POSITIVE_INFINITY },
  )();

export const routes: Routes = [
  { path: "", component: Home },
  { path: "sign-in", component: SignIn },
  { path: "notes", component: Notes },
  { path: "reports", component: Reports, canActivate: [signedIn], runGuardsAndResolvers: "always" },
];
