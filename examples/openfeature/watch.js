import { ProviderEvents } from "@openfeature/web-sdk";

/** Calls `render` when the flag, or the state of the session, may have changed. */
export function watchFlag(client, flag, render) {
  const changed = ({ flagsChanged = [flag] } = {}) => flagsChanged.includes(flag) && render();
  const { Ready, Stale, Error: Failed, ConfigurationChanged } = ProviderEvents;
  const events = [Ready, Stale, Failed, ConfigurationChanged];
  for (const event of events) client.addHandler(event, changed);
  return () => events.map((event) => client.removeHandler(event, changed));
}
