// The SDK with its own in-memory provider.

import { InMemoryProvider, OpenFeature, ProviderEvents } from "@openfeature/web-sdk";
import { permissionsOf } from "../features.js";

const variants = { on: true, off: false };
const configurationOf = (permissions) =>
  Object.fromEntries(
    Object.entries(permissions).map(([name, { enabled }]) => [
      name,
      { disabled: false, variants, defaultVariant: enabled ? "on" : "off" },
    ]),
  );

export async function openClient(names) {
  const provider = new InMemoryProvider(configurationOf(permissionsOf(names)));
  await OpenFeature.setProviderAndWait(provider);
  return {
    client: OpenFeature.getClient(),
    async change(turned) {
      const permissions = permissionsOf(names, turned);
      const began = performance.now();
      await provider.putConfiguration(configurationOf(permissions));
      return began;
    },
  };
}

export const checks = {
  async getBooleanValue(names) {
    const { client } = await openClient(names);
    return (index) => client.getBooleanValue(names[index], false);
  },
};

/** OpenFeature has one event for all changes: each subscriber checks its own feature. */
export async function watch(names, subscribers, listener) {
  const { client, change } = await openClient(names);
  for (const name of subscribers) {
    let open = client.getBooleanValue(name, false);
    client.addHandler(ProviderEvents.ConfigurationChanged, ({ flagsChanged }) => {
      if (!flagsChanged.includes(name)) return;
      const now = client.getBooleanValue(name, false);
      if (now !== open) listener(now);
      open = now;
    });
  }
  return change;
}
