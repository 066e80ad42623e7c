import { APP_BASE_HREF } from "@angular/common";
import { bootstrapApplication } from "@angular/platform-browser";
import { provideRouter } from "@angular/router";
import { provideSession } from "platform-session/angular";
import { signInSession } from "platform-session/sign-in";
import { App } from "./app";
import { routes } from "./routes";

/** A global of Angular, which is false in a production build. */
declare const ngDevMode: unknown;

const session = signInSession();

// In development, a panel says why each gate is open or closed.
if (ngDevMode) import("platform-session/inspector").then(({ inspect }) => inspect(session));

bootstrapApplication(App, {
  providers: [
    provideSession(session),
    provideRouter(routes),
    // In place of the element <base>, which the deployment's policy forbids.
    { provide: APP_BASE_HREF, useValue: "/" },
  ],
});
