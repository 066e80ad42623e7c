import "@angular/compiler";
import { provideZonelessChangeDetection, signal } from "@angular/core";
import { bootstrapApplication, provideClientHydration } from "@angular/platform-browser";
import { provideServerRendering, renderApplication } from "@angular/platform-server";
import { provideSession } from "../../../../pkg/dist/angular.js";
import { createSession } from "../../../../pkg/index.js";
import { counted } from "../kit.js";
import { requests } from "../menu.js";
import { Menu } from "./menu.js";
import { App, CONDITIONS } from "./view.js";

export const render = (initial, conditions) => rendered(App, initial, conditions);

/** The menu; and who listens to what the user is asked for. */
export const renderMenu = async (initial) => ({ ...(await rendered(Menu, initial)), requests });

async function rendered(component, initial, conditions) {
  const session = counted(createSession({ initial }));
  const providers = [
    provideZonelessChangeDetection(),
    provideServerRendering(),
    provideClientHydration(),
    provideSession(session),
    { provide: CONDITIONS, useValue: signal(conditions) },
  ];
  const html = await renderApplication((context) => bootstrapApplication(component, { providers }, context), {
    document: "<!doctype html><html><head></head><body><test-app></test-app></body></html>",
    url: "/",
  });
  const [, body] = html.match(/<!--nghm-->(.*)<\/body>/s);
  return { html: body, listeners: session.listeners };
}
