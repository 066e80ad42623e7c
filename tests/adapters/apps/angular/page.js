import "@angular/compiler";
import {
  ErrorHandler,
  provideZoneChangeDetection,
  provideZonelessChangeDetection,
  signal,
  VERSION,
} from "@angular/core";
import { bootstrapApplication, provideClientHydration } from "@angular/platform-browser";
import * as platformSession from "/pkg/index.js";
import { provideSession } from "../../../../pkg/dist/angular.js";
import { install } from "../kit.js";
import { guard } from "./guard.js";
import { startLate } from "./late.js";
import { Menu, number } from "./menu.js";
import { App, CONDITIONS, renders } from "./view.js";
import { show as showWritten } from "./written.js";

const place = () => document.querySelector("#app");
const hasZone = "Zone" in globalThis;

/** Shows what was thrown. */
const errors = {
  handleError({ name, message }) {
    const shown = document.createElement("p");
    shown.id = "thrown";
    shown.textContent = `${name}: ${message}`;
    place().replaceChildren(shown);
  },
};

function show({ conditions, component = App }, ...providers) {
  const asked = signal(conditions);
  const application = bootstrapApplication(component, {
    providers: [
      hasZone ? provideZoneChangeDetection() : provideZonelessChangeDetection(),
      { provide: CONDITIONS, useValue: asked },
      { provide: ErrorHandler, useValue: errors },
      ...providers,
    ],
  });
  application.catch(() => {});
  const next = () => number.update((before) => before + 1);
  return { next, set: (next) => asked.set(next), unmount: async () => (await application).destroy() };
}

function mount(options, ...providers) {
  place().append(document.createElement("test-app"));
  return show(options, ...providers);
}

function hydrate(session, options) {
  // As Angular's server marks a page.
  document.body.prepend(document.createComment("nghm"));
  return show(options, provideSession(session), provideClientHydration());
}

install(platformSession, {
  mount: (session, options) => mount(options, provideSession(session)),
  hydrate,
  mountMenu: (session) => mount({ component: Menu }, provideSession(session)),
  hydrateMenu: (session) => hydrate(session, { component: Menu }),
  mountWithout: (conditions) => void mount({ conditions }),
  mountCaught: (conditions) => void mount({ conditions }, provideSession(globalThis.session)),
  guard,
  startLate,
  showWritten,
  renders,
  version: VERSION.full,
  hasZone,
});
