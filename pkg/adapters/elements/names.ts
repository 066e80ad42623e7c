// The names of the package's elements.

import type { Session } from "platform-session";

/** The key under which each class has the function that gives its elements another session, for later copies of this module too. */
export const REBIND: unique symbol = Symbol.for("platform-session.rebind");

export type Rebind = (session: Session) => void;

interface Rebindable extends CustomElementConstructor {
  [REBIND]: Rebind;
}

/** Returns an element's name, and its class if that is defined already; never on a server. Throws where the name is another class's. */
export function nameOf(suffix: string, prefix: string): [name: string, known: Rebindable | undefined] {
  const name = prefix.replace(/[^-]$/, "$&-") + suffix;
  const known = globalThis.customElements?.get(name) as Rebindable | undefined;
  if (known && !known[REBIND]) throw new Error(`<${name}> is taken: choose a prefix.`);
  return [name, known];
}
