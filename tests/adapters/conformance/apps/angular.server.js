import "@angular/compiler";
import { provideZonelessChangeDetection, signal } from "@angular/core";
import {
  bootstrapApplication,
  provideClientHydration,
  withIncrementalHydration,
} from "@angular/platform-browser";
import { provideServerRendering, renderApplication } from "@angular/platform-server";
import { provideSession } from "platform-session/angular";
import { CONDITIONS } from "./angular-view.js";
import { views } from "./angular-views.js";
import { rendererOf } from "./rendering.js";

export const render = rendererOf(views, async (View, { session, conditions }) => {
  const providers = [
    provideZonelessChangeDetection(),
    provideServerRendering(),
    provideClientHydration(withIncrementalHydration()),
    provideSession(session),
    { provide: CONDITIONS, useValue: signal(conditions) },
  ];
  const html = await renderApplication((context) => bootstrapApplication(View, { providers }, context), {
    document: "<!doctype html><html><head></head><body><x-app></x-app></body></html>",
    url: "/",
  });
  return html.match(/<!--nghm-->(.*)<\/body>/s)[1];
});
