import assert from "node:assert/strict";
import { after } from "node:test";
import { startDeployment } from "../../e2e/support/platform.mjs";
import { deploymentFlags } from "../../provider/deployment-flags.mjs";
import { startProvider } from "../../provider/provider.mjs";

export const LOGIN = "/api/auth/sso/idp/login";
export const CALLBACK = "/api/auth/sso/idp/callback";
export const CONFIG = "/api/auth/sso/idp/config";

/** An allowed origin, to which the deployment may send browsers back. */
export const ALLOWED = "http://app.localhost:5173";

/**
 * Starts a provider and a deployment that uses it, for one test. `t` is the test's context: at its end both are stopped, and the
 * deployment must have printed no secret. `options`: `claimsIn` of `startProvider`, more `flags` of the deployment, and `providerUp`.
 */
export async function startSingleSignOn(t, options) {
  const running = await start(options);
  t.after(running.stop);
  return running;
}

async function start({ claimsIn, flags = [], providerUp = true } = {}) {
  const provider = await startProvider({ claimsIn });
  const idp = await deploymentFlags(provider);
  if (!providerUp) await provider.steer.down();
  const deployment = await startDeployment({
    site: "bare",
    flags: [...idp.flags, "--bearer", "cookie", "--allowed-origin", ALLOWED, ...flags],
  }).catch(async (error) => {
    await Promise.all([provider.stop(), idp.remove()]);
    throw error;
  });
  provider.allow(deployment.origin);
  const visitors = [];
  return {
    provider,
    deployment,
    /** All visitors. The deployment must not print their secrets. */
    visitors,
    async stop() {
      await Promise.all([deployment.stop(), provider.stop(), idp.remove()]);
      const secrets = [provider.client.secret, ...visitors.flatMap(({ secrets }) => [...secrets])];
      const printed = deployment.printed();
      for (const secret of secrets) assert.ok(!printed.includes(secret), `a secret in: ${printed}`);
    },
  };
}

/** Starts one provider and deployment for all tests of a file. The returned function resolves with them, after it has reset what earlier tests steered. */
export function sharedSingleSignOn() {
  let started;
  after(async () => (await started)?.stop());
  return async () => {
    started ??= start();
    const running = await started;
    running.provider.steer.reset();
    await running.deployment.control.reset();
    return running;
  };
}
