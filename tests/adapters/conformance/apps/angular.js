import "@angular/compiler";
import {
  ErrorHandler,
  provideZoneChangeDetection,
  provideZonelessChangeDetection,
  signal,
  VERSION,
} from "@angular/core";
import {
  createApplication,
  provideClientHydration,
  withIncrementalHydration,
} from "@angular/platform-browser";
import * as platformSession from "platform-session";
import { provideSession } from "platform-session/angular";
import { values } from "./angular-frames.js";
import { guard } from "./angular-guard.js";
import { startLate } from "./angular-late.js";
import { number } from "./angular-menu.js";
import { CONDITIONS } from "./angular-view.js";
import { views } from "./angular-views.js";
import { show as showTemplate } from "./angular-written.js";
import { install, showThrown } from "./page.js";

const hasZone = "Zone" in globalThis;

/** Shows a view. The function that it passes to `hold` sets its conditions, or, without an argument, the number of the listener of `Menu`. */
function show(View, host, { session, conditions, hold }, ...providers) {
  const conditionsSignal = signal(conditions);
  hold?.((next) => (next === undefined ? number.update((before) => before + 1) : conditionsSignal.set(next)));
  const starting = createApplication({
    providers: [
      hasZone ? provideZoneChangeDetection() : provideZonelessChangeDetection(),
      session ? provideSession(session) : [],
      { provide: CONDITIONS, useValue: conditionsSignal },
      { provide: ErrorHandler, useValue: { handleError: showThrown } },
      ...providers,
    ],
  });
  starting.then((application) => application.bootstrap(View, host)).catch(showThrown);
  return async () => (await starting).destroy();
}

const mount = (View, place, props) => show(View, place.appendChild(document.createElement("x-app")), props);

install(platformSession, {
  views,
  mount,
  hydrate(View, place, props) {
    // The comment by which Angular's server marks a page.
    document.body.prepend(document.createComment("nghm"));
    const hydration = provideClientHydration(withIncrementalHydration());
    return show(View, place.querySelector("x-app"), props, hydration);
  },
  mountCaught: mount,
  values: () => values?.(),
  guard,
  startLate,
  showTemplate,
  version: VERSION.full,
  hasZone,
});
