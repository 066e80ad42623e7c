import "@angular/compiler";
import { provideZoneChangeDetection, provideZonelessChangeDetection } from "@angular/core";
import {
  createApplication,
  provideClientHydration,
  withIncrementalHydration,
} from "@angular/platform-browser";
import * as platformSession from "platform-session";
import { provideSession } from "platform-session/angular";
import { install } from "../page.js";
import { App, values } from "./angular-view.js";

const hasZone = "Zone" in globalThis;
let application;

async function show(session, host, ...providers) {
  application = await createApplication({
    providers: [
      hasZone ? provideZoneChangeDetection() : provideZonelessChangeDetection(),
      provideSession(session),
      ...providers,
    ],
  });
  application.bootstrap(App, host);
}

install(platformSession, {
  mount: (session, place) => show(session, place.appendChild(document.createElement("conformance-app"))),
  unmount: () => application.destroy(),
  hydrate(session, place) {
    // As Angular's server marks a page.
    document.body.prepend(document.createComment("nghm"));
    const host = place.querySelector("conformance-app");
    return show(session, host, provideClientHydration(withIncrementalHydration()));
  },
  values: () => values?.(),
});
