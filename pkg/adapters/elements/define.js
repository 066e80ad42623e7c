// How a page's elements are defined, and given another session later.

import { refuseOptions } from "../shared/options.js";
import { createElementClass } from "./bound-element.js";

/** Each class keeps here what gives its elements another session, for later copies of this module too. */
export const REBIND = Symbol.for("platform-session.rebind");

/**
 * What defines elements of these kinds, by their names without the prefix. Called again, it gives them another session.
 * `watch` is called with the session that they have, and returns what ends that.
 * @type {(kinds: Record<string, import("./bound-element.js").Kind>,
 *   watch: (session: import("platform-session").Session) => () => void) =>
 *   (session: import("platform-session").Session, options?: { prefix?: string }) => void}
 */
export const definerOf =
  (kinds, watch) =>
  (session, { prefix = "", ...others } = {}) => {
    refuseOptions(others, "prefix");
    if (!session?.gate) throw new TypeError("The elements need a session: give them createSession().");
    // On a server.
    if (!globalThis.customElements) return;
    const rebinds = new Set();
    /** @type {[name: string, kind: import("./bound-element.js").Kind][]} */
    const lacking = Object.entries(kinds).flatMap(([suffix, kind]) => {
      const name = nameOf(suffix, prefix);
      const known = customElements.get(name);
      if (!known) return [[name, kind]];
      if (!known[REBIND]) throw new Error(`<${name}> is taken: choose a prefix.`);
      rebinds.add(known[REBIND]);
      return [];
    });
    for (const rebind of rebinds) rebind(session);
    if (!lacking.length) return;

    let stop = watch(session);
    /** @type {import("./bound-element.js").Binding} */
    const binding = { session, renewals: new Set() };
    const rebind = (other) => {
      stop();
      stop = watch(other);
      binding.session = other;
      for (const renew of binding.renewals) renewSafely(renew);
    };
    for (const [name, kind] of lacking) {
      customElements.define(name, Object.assign(createElementClass(binding, kind), { [REBIND]: rebind }));
    }
  };

export const nameOf = (suffix, prefix) => prefix.replace(/[^-]$/, "$&-") + suffix;

/** One element with conditions of a wrong type does not keep the others from their session. */
function renewSafely(renew) {
  try {
    renew();
  } catch (error) {
    reportError(error);
  }
}
