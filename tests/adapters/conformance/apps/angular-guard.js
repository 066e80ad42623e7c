import { provideZonelessChangeDetection, runInInjectionContext } from "@angular/core";
import { createApplication } from "@angular/platform-browser";
import { provideRouter } from "@angular/router";
import { provideSession } from "platform-session/angular";
import { gateGuard } from "platform-session/angular/router";
import { counted } from "./counted.js";

/** Returns what the guard says, in words, for a session of the test's; `globalThis.verdict` until then is "waiting". */
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
