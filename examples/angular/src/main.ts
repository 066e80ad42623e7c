import { APP_BASE_HREF } from "@angular/common";
import { bootstrapApplication } from "@angular/platform-browser";
import { provideRouter } from "@angular/router";
import { pageSession } from "platform-session";
import { provideSession } from "platform-session/angular";
import { App } from "./app";
import { routes } from "./routes";

bootstrapApplication(App, {
  providers: [
    provideSession(pageSession()),
    provideRouter(routes),
    // Instead of <base>, which the deployment's policy forbids.
    { provide: APP_BASE_HREF, useValue: "/" },
  ],
});
