import "@angular/compiler";
import { provideZonelessChangeDetection, signal } from "@angular/core";
import { bootstrapApplication, provideClientHydration } from "@angular/platform-browser";
import { provideServerRendering, renderApplication } from "@angular/platform-server";
import { provideSession } from "../../../../pkg/dist/angular.js";
import { createSession } from "../../../../pkg/index.js";
import { counted } from "../kit.js";
import { App, CONDITIONS } from "./view.js";

export async function render(initial, conditions) {
  const session = counted(createSession({ initial }));
  const providers = [
    provideZonelessChangeDetection(),
    provideServerRendering(),
    provideClientHydration(),
    provideSession(session),
    { provide: CONDITIONS, useValue: signal(conditions) },
  ];
  const html = await renderApplication((context) => bootstrapApplication(App, { providers }, context), {
    document: "<!doctype html><html><head></head><body><test-app></test-app></body></html>",
    url: "/",
  });
  const [, body] = html.match(/<!--nghm-->(.*)<\/body>/s);
  return { html: body, listeners: session.listeners };
}
