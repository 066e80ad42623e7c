// How a page's elements are defined, and given another session later.

import type { Session } from "platform-session";
import { refuseOptions } from "../shared/options.js";
import { type Binding, createElementClass, type Kind } from "./bound-element.js";

/** Each class keeps here what gives its elements another session, for later copies of this module too. */
export const REBIND: unique symbol = Symbol.for("platform-session.rebind");

type Rebind = (session: Session) => void;

export interface Rebindable extends CustomElementConstructor {
  [REBIND]?: Rebind;
}

/**
 * What defines elements of these kinds, by their names without the prefix. Called again, it gives them another session.
 * `watch` is called with the session that they have, and returns what ends that.
 */
export const definerOf =
  (kinds: Record<string, Kind>, watch: (session: Session) => () => void) =>
  (session: Session, { prefix = "", ...others }: { prefix?: string | undefined } = {}): void => {
    refuseOptions(others, "prefix");
    if (!session?.gate) throw new TypeError("The elements need a session: give them createSession().");
    // On a server.
    if (!globalThis.customElements) return;
    const rebinds = new Set<Rebind>();
    const lacking = Object.entries(kinds).flatMap(([suffix, kind]): [name: string, kind: Kind][] => {
      const name = nameOf(suffix, prefix);
      const known: Rebindable | undefined = customElements.get(name);
      if (!known) return [[name, kind]];
      if (!known[REBIND]) throw new Error(`<${name}> is taken: choose a prefix.`);
      rebinds.add(known[REBIND]);
      return [];
    });
    for (const rebind of rebinds) rebind(session);
    if (!lacking.length) return;

    let stop = watch(session);
    const binding: Binding = { session, renewals: new Set() };
    const rebind = (other: Session) => {
      stop();
      stop = watch(other);
      binding.session = other;
      for (const renew of binding.renewals) renewSafely(renew);
    };
    for (const [name, kind] of lacking) {
      customElements.define(name, Object.assign(createElementClass(binding, kind), { [REBIND]: rebind }));
    }
  };

export const nameOf = (suffix: string, prefix: string) => prefix.replace(/[^-]$/, "$&-") + suffix;

/** One element with conditions of a wrong type does not keep the others from their session. */
function renewSafely(renew: () => void): void {
  try {
    renew();
  } catch (error) {
    reportError(error);
  }
}
