import { provideZonelessChangeDetection, runInInjectionContext } from "@angular/core";
import { createApplication } from "@angular/platform-browser";
import { provideRouter } from "@angular/router";
import { provideSession } from "platform-session/angular";
import { gateGuard } from "platform-session/angular/router";
import { counted } from "./counted.js";

/** Runs the guard. Sets `globalThis.verdict`: "waiting", and then the result and the number of listeners that are left. */
export async function guard(conditions, options) {
  const session = counted(globalThis.session);
  const application = await createApplication({
    providers: [provideZonelessChangeDetection(), provideRouter([]), provideSession(session)],
  });
  globalThis.verdict = "waiting";
  runInInjectionContext(application.injector, gateGuard(conditions, options)).then((result) => {
    application.destroy();
    globalThis.verdict = `${result}, ${session.listeners()} listeners`;
  });
}
