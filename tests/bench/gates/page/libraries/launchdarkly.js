// LaunchDarkly's client begins with flags from the page (`bootstrap`), and its stream is a stub: it sends no request. A change is the stream's event
// `put` with all flags, as an answer of the deployment has all features.

import { initialize } from "launchdarkly-js-client-sdk";
import { parsed } from "../clock.js";
import { permissionsOf } from "../features.js";

let stream;

class StubbedStream extends EventTarget {
  constructor() {
    super();
    stream = this;
  }
  close() {}
}

const bootstrapOf = (permissions) =>
  Object.fromEntries(Object.entries(permissions).map(([name, { enabled }]) => [name, enabled]));

const putOf = (permissions, version) =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(permissions).map(([name, { enabled }]) => [
        name,
        { version, flagVersion: version, value: enabled, variation: enabled ? 0 : 1, trackEvents: false },
      ]),
    ),
  );

export async function openClient(names) {
  globalThis.EventSource = StubbedStream;
  const client = initialize(
    "bench",
    { kind: "user", key: "ada" },
    {
      bootstrap: bootstrapOf(permissionsOf(names)),
      sendEvents: false,
      diagnosticOptOut: true,
      fetchGoals: false,
      streaming: true,
      ...Object.fromEntries(["baseUrl", "streamUrl", "eventsUrl"].map((url) => [url, location.origin])),
      logger: Object.fromEntries(["debug", "info", "warn", "error"].map((level) => [level, () => {}])),
    },
  );
  await client.waitForInitialization(5);
  let version = 1;
  const put = (turned) => {
    version += 1;
    stream.dispatchEvent(new MessageEvent("put", { data: putOf(permissionsOf(names, turned), version) }));
    return parsed();
  };
  // The flags of `bootstrap` have no version, so a first `put` gives them one.
  put();
  return { client, change: put };
}

export const checks = {
  async variation(names) {
    const { client } = await openClient(names);
    return (index) => client.variation(names[index], false);
  },
};

export async function watch(names, subscribers, listener) {
  const { client, change } = await openClient(names);
  for (const name of subscribers) client.on(`change:${name}`, (open) => listener(open));
  return change;
}
