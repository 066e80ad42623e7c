import { APP_BASE_HREF } from "@angular/common";
import { bootstrapApplication } from "@angular/platform-browser";
import { provideRouter } from "@angular/router";
import { provideSession } from "platform-session/angular";
import { signInSession } from "platform-session/sign-in";
import { App } from "./app";
import { routes } from "./routes";

/** Of Angular: false in a production build. */
declare const ngDevMode: unknown;

const session = signInSession();

// In development: a panel that says why each gate is as it is.
if (ngDevMode) import("platform-session/inspector").then(({ inspect }) => inspect(session));

bootstrapApplication(App, {
  providers: [
    provideSession(session),
    provideRouter(routes),
    // Instead of <base>, which the deployment's policy forbids.
    { provide: APP_BASE_HREF, useValue: "/" },
  ],
});
