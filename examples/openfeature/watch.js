import { ProviderEvents } from "@openfeature/web-sdk";

/** Calls back when the flag may have changed, or what is known of it. */
export function watchFlag(client, flag, render) {
  const changed = ({ flagsChanged = [flag] } = {}) => flagsChanged.includes(flag) && render();
  const { Ready, Stale, Error: Failed, ConfigurationChanged } = ProviderEvents;
  const events = [Ready, Stale, Failed, ConfigurationChanged];
  for (const event of events) client.addHandler(event, changed);
  return () => events.map((event) => client.removeHandler(event, changed));
}
