import { OpenFeature } from "@openfeature/web-sdk";
import { createSession } from "platform-session";
import { PlatformSessionProvider } from "platform-session/openfeature";

OpenFeature.setProvider(new PlatformSessionProvider(createSession()));
OpenFeature.setProvider("other", new PlatformSessionProvider(createSession(), { unlisted: "not-found" }));
// @ts-expect-error Closed, or not found.
new PlatformSessionProvider(createSession(), { unlisted: "open" });
