// Custom elements: gates and the single sign-on button, for plain HTML and every framework.

import { warnWhenClosed } from "../shared/closed.js";
import { createElementClass } from "./bound-element.js";
import { gate } from "./gate.js";
import { ssoButton } from "./sso-button.js";

/** Each class keeps here what gives its elements another session, for later copies of this module too. */
const REBIND = Symbol.for("platform-session.rebind");

const KINDS = { "permission-gate": gate, "session-gate": gate, "sso-button": ssoButton };

/** @type {typeof import("./index.d.ts").defineElements} */
export function defineElements(session, { prefix = "" } = {}) {
  if (!session?.gate) throw new TypeError("defineElements needs a session: defineElements(createSession()).");
  // On a server.
  if (!globalThis.customElements) return;
  const rebinds = new Set();
  const lacking = Object.entries(KINDS).flatMap(([suffix, kind]) => {
    const name = prefix.replace(/[^-]$/, "$&-") + suffix;
    const known = customElements.get(name);
    if (!known) return [[name, kind]];
    if (!known[REBIND]) throw new Error(`<${name}> is taken: give defineElements a prefix.`);
    rebinds.add(known[REBIND]);
    return [];
  });
  for (const rebind of rebinds) rebind(session);
  if (!lacking.length) return;

  let stopWarning = warnWhenClosed(session);
  /** @type {import("./bound-element.js").Binding} */
  const binding = { session, renewals: new Set() };
  const rebind = (other) => {
    stopWarning();
    stopWarning = warnWhenClosed(other);
    binding.session = other;
    for (const renew of binding.renewals) renewSafely(renew);
  };
  for (const [name, kind] of lacking) {
    customElements.define(name, Object.assign(createElementClass(binding, kind), { [REBIND]: rebind }));
  }
}

/** One element whose conditions are of a wrong type does not keep the others from their session. */
function renewSafely(renew) {
  try {
    renew();
  } catch (error) {
    reportError(error);
  }
}
