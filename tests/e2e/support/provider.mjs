import { deploymentFlags } from "../../provider/deployment-flags.mjs";
import { startProvider } from "../../provider/provider.mjs";
import { atEnd } from "./endings.mjs";

/**
 * Returns the identity provider of one test file, which is started when first needed and stopped after the last test. `connect(another,
 * site?, flags?)`, with `another` from the scenario, returns the deployment that signs users in there, and the provider
 * in its first state.
 */
export function providerStage(options) {
  let started;

  atEnd(async () => {
    const { provider, remove } = (await started) ?? {};
    await provider?.stop();
    await remove?.();
  });

  async function start() {
    const provider = await startProvider(options);
    return { provider, ...(await deploymentFlags(provider)) };
  }

  return {
    async connect(another, site = "bare", flags = []) {
      started ??= start();
      const { provider, flags: idp } = await started;
      const deployment = await another(site, [...idp, ...flags]);
      provider.allow(deployment.origin);
      provider.steer.reset();
      return { provider, deployment };
    },
  };
}
