/// <reference types="platform-session/script" />
// The global of a classic script has the package's types.

const session = platformSession.createSession();
export const granted: boolean = session.gate({ feature: "report-analysis" }).granted;
// @ts-expect-error `names.ts` lists the features: this is none.
session.gate({ feature: "report-analysys" });
export const isOne: boolean = platformSession.isSessionError(new Error());
// @ts-expect-error The package has no such export.
platformSession.createSesion();
