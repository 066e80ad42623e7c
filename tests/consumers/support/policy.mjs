// Makes the content security policy that a page with the package needs (docs/deploying.md), and serves pages under one.

import { startRelay } from "../../e2e/support/relay.mjs";

/**
 * Returns a policy that allows only what the package needs, with Trusted Types enforced. `scripts`, `styles` and `images`: further sources, for
 * the page itself. `html`: the page, or its framework, assigns text to `innerHTML`, so Trusted Types are not enforced.
 */
export const policyWith = ({ scripts = [], styles = [], images = [], html = false } = {}) =>
  [
    "default-src 'none'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...scripts].join(" "),
    "connect-src 'self'",
    ["img-src data:", ...images].join(" "),
    ...(styles.length > 0 ? [["style-src", ...styles].join(" ")] : []),
    ...(html ? [] : ["require-trusted-types-for 'script'"]),
  ].join("; ");

/**
 * Calls `run` with a relay in front of the deployment, which answers as the deployment does, but with this policy, or without one for `null`.
 */
export async function servedUnder(policy, deployment, run) {
  const rewrite = ({ "content-security-policy": _, ...headers }) =>
    policy === null ? headers : { ...headers, "content-security-policy": policy };
  const relay = await startRelay(deployment, { rewrite });
  try {
    return await run(relay);
  } finally {
    await relay.stop();
  }
}
