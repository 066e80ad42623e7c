// The names of the package's elements.

import type { Session } from "platform-session";

/** The key of a class's function that connects its elements to another session. A global symbol: other copies of this module find it, too. */
export const REBIND: unique symbol = Symbol.for("platform-session.rebind");

export type Rebind = (session: Session) => void;

interface Rebindable extends CustomElementConstructor {
  [REBIND]: Rebind;
}

/**
 * Returns an element's name, and its class if the package has defined it already (never on a server). Throws where a class that is not the
 * package's has the name.
 */
export function nameOf(suffix: string, prefix: string): [name: string, definedClass: Rebindable | undefined] {
  const name = prefix.replace(/[^-]$/, "$&-") + suffix;
  const definedClass = globalThis.customElements?.get(name) as Rebindable | undefined;
  if (definedClass && !definedClass[REBIND]) throw new Error(`<${name}> is taken: choose a prefix.`);
  return [name, definedClass];
}
