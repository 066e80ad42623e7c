import { OpenFeature } from "@openfeature/web-sdk";
import { PlatformSessionProvider } from "platform-session/openfeature";

/** Gates what asks OpenFeature with the permissions of this session. */
export async function startFlags(session) {
  // It rejects where no session can run: gates are closed then, and open should that change.
  await OpenFeature.setProviderAndWait(new PlatformSessionProvider(session)).catch(console.warn);
  return OpenFeature.getClient();
}
