/// <reference types="platform-session/script" />
// The global of a classic script has the package's types.

const session = platformSession.createSession();
export const granted: boolean = session.gate({ feature: "report-analysis" }).granted;
// @ts-expect-error no such feature
session.gate({ feature: "report-analysys" });
export const isOne: boolean = platformSession.isSessionError(new Error());
// @ts-expect-error no such export
platformSession.createSesion();
