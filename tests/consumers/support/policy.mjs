// The content security policy that a page of the package needs (docs/deploying.md), and pages that are served under one.

import { startRelay } from "../../e2e/support/relay.mjs";

/**
 * A policy that allows what the package needs, and no more, with Trusted Types enforced. `scripts`, `styles` and `images` are the sources
 * that the page itself needs. `html`: the page, or its framework, writes texts into `innerHTML`, which Trusted Types would refuse.
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
 * Calls `run` with a relay in front of the deployment: its `origin` answers as the deployment does, but with this policy; `null`: without
 * any.
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
