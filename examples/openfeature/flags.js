import { OpenFeature } from "@openfeature/web-sdk";
import { PlatformSessionProvider } from "platform-session/openfeature";

/** Makes the flags of OpenFeature follow the permissions of this session. */
export async function startFlags(session) {
  // It rejects where no session can run. Flags are off then, and change once it can.
  await OpenFeature.setProviderAndWait(new PlatformSessionProvider(session)).catch(console.warn);
  return OpenFeature.getClient();
}
