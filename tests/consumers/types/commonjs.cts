// The types of the package in a CommonJS module.

import { createSession, isSessionError, SessionError } from "platform-session";
import { perIdentity } from "platform-session/data";
import { isExpected, orThrow } from "platform-session/errors";
import { PlatformSessionProvider } from "platform-session/openfeature";
import { SessionProvider, useCan } from "platform-session/react";
import { createReauthentication } from "platform-session/reauthentication";
import { readSession } from "platform-session/server";
import { createTestSession } from "platform-session/testing";
import { renderWithSession } from "platform-session/testing/react";

const session = createSession();
session.gate({ feature: "chat-history" });
// @ts-expect-error No feature of this deployment.
session.gate({ feature: "chat-histroy" });
// @ts-expect-error No feature of this deployment.
createTestSession({ features: ["chat-histroy"] });
// @ts-expect-error No feature of this deployment.
useCan({ feature: "chat-histroy" });
new PlatformSessionProvider(session);
// @ts-expect-error No feature of this deployment.
renderWithSession(null, { features: ["chat-histroy"] });
createSession({ reauthenticate: createReauthentication().reauthenticate });
export = { readSession, SessionProvider, isSessionError, SessionError, isExpected, orThrow, perIdentity };
