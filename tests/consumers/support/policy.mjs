// The content security policy that a page of the package needs (docs/deploying.md), and pages that are served under one.

import { startRelay } from "../../e2e/support/relay.mjs";

/**
 * What the package needs, and no more, with Trusted Types enforced. `scripts`, `styles` and `images` are the sources that a
 * page needs besides; `html`: it makes HTML of texts.
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

/** Runs this with an address in front of the deployment that puts this policy on its answers; `null`: none. */
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
