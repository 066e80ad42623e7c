import "@angular/compiler";
import { provideZonelessChangeDetection } from "@angular/core";
import {
  bootstrapApplication,
  provideClientHydration,
  withIncrementalHydration,
} from "@angular/platform-browser";
import { provideServerRendering, renderApplication } from "@angular/platform-server";
import { createSession } from "platform-session";
import { provideSession } from "platform-session/angular";
import { App } from "./angular-view.js";

/** The view, as a server renders it for the user of this session body. */
export async function render(initial) {
  const providers = [
    provideZonelessChangeDetection(),
    provideServerRendering(),
    provideClientHydration(withIncrementalHydration()),
    provideSession(createSession({ baseUrl: "http://127.0.0.1", initial })),
  ];
  const html = await renderApplication((context) => bootstrapApplication(App, { providers }, context), {
    document: "<!doctype html><html><head></head><body><conformance-app></conformance-app></body></html>",
    url: "/",
  });
  return html.match(/<!--nghm-->(.*)<\/body>/s)[1];
}
