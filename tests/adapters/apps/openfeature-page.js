// The OpenFeature web SDK in a page, over the real session.

import { OpenFeature, ProviderEvents } from "@openfeature/web-sdk";
import { createSession } from "/pkg/index.js";
import { PlatformSessionProvider } from "../../../pkg/adapters/openfeature/openfeature.js";

const session = createSession();
const client = OpenFeature.getClient();
const told = [];
for (const event of Object.values(ProviderEvents))
  client.addHandler(event, ({ flagsChanged }) =>
    told.push(flagsChanged ? flagsChanged.sort().join() : event),
  );
const ready = OpenFeature.setProviderAndWait(new PlatformSessionProvider(session));

globalThis.adapter = { session, client, told, ready };
