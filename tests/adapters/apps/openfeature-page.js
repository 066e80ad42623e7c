// The OpenFeature web SDK in a page, over the real session.

import { OpenFeature, ProviderEvents } from "@openfeature/web-sdk";
import { createSession } from "/pkg/index.js";
import { PlatformSessionProvider } from "../../../pkg/adapters/openfeature/openfeature.js";

const session = createSession();
const client = OpenFeature.getClient();
/** The provider's events: the changed flags of each, or else its name. */
const events = [];
for (const event of Object.values(ProviderEvents))
  client.addHandler(event, ({ flagsChanged }) =>
    events.push(flagsChanged ? flagsChanged.sort().join() : event),
  );
const ready = OpenFeature.setProviderAndWait(new PlatformSessionProvider(session));

globalThis.adapter = { session, client, events, ready };
