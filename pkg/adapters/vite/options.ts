// The options of the plugin, checked and completed.

import { similar } from "../inspector/similar.js";
import type { PlatformSessionOptions } from "./index.js";
import { policyWith } from "./policy.js";

const DEFAULTS = { deployment: "http://127.0.0.1:8787", head: true, policy: false };
const NAMES = Object.keys(DEFAULTS);

/** Returns the options with their defaults. Throws a `TypeError` that names a wrong option. */
export function readOptions(given: PlatformSessionOptions = {}) {
  if (typeof given !== "object" || given === null)
    throw new TypeError("platformSession: the options must be an object");
  const unknown = Object.keys(given).find((name) => !NAMES.includes(name));
  if (unknown !== undefined)
    throw new TypeError(`platformSession: ${unknown} does not exist: ${advice(unknown)}`);
  const { deployment, head = DEFAULTS.head, policy = DEFAULTS.policy } = given;
  if (typeof head !== "boolean") throw new TypeError("platformSession: head must be true or false");
  return {
    deployment: deployment === undefined ? defaultOrigin() : originOf(deployment, "deployment"),
    head,
    policy: policyOf(policy),
  };
}

/** Returns the value of the policy's header; an empty text for no policy. */
function policyOf(policy: NonNullable<PlatformSessionOptions["policy"]>): string {
  if (policy === false) return "";
  if (policy === true) return policyWith({});
  if (typeof policy !== "object" || policy === null)
    throw new TypeError("platformSession: policy must be true, false, or directives");
  return policyWith(policy);
}

function advice(unknown: string): string {
  const [nearest] = similar(unknown, NAMES);
  return nearest ? `did you mean ${nearest}?` : `there is ${NAMES.join(", ")}`;
}

/** Returns the deployment's origin where the option is not given. The servers of the examples read the same environment variable. */
const defaultOrigin = () =>
  originOf(globalThis.process.env.PLATFORM_ORIGIN || DEFAULTS.deployment, "PLATFORM_ORIGIN");

/** Returns the origin of an address. `name`: the option or variable with the address, for the error. */
function originOf(deployment: string, name: string): string {
  try {
    const { protocol, origin } = new URL(deployment);
    if (typeof deployment === "string" && /^https?:$/.test(protocol)) return origin;
  } catch {}
  throw new TypeError(`platformSession: ${name} must be an http(s) URL`);
}
