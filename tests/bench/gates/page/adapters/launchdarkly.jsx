import { LDProvider, useFlags } from "launchdarkly-react-client-sdk";
import { openClient } from "../libraries/launchdarkly.js";

const asWritten = { useCamelCaseFlagKeys: false, sendEventsOnFlagRead: false };

export async function open(names) {
  const { client, change } = await openClient(names);
  return {
    Provider: ({ children }) => (
      <LDProvider clientSideID="bench" ldClient={client} reactOptions={asWritten}>
        {children}
      </LDProvider>
    ),
    useOpen: (name) => useFlags()[name],
    change,
  };
}
