// The names of the package's elements.

import type { Session } from "platform-session";

/** Each class keeps here what gives its elements another session, for later copies of this module too. */
export const REBIND: unique symbol = Symbol.for("platform-session.rebind");

export type Rebind = (session: Session) => void;

interface Rebindable extends CustomElementConstructor {
  [REBIND]: Rebind;
}

/** The class: `undefined` on a server, and where it is not defined yet. Throws where the name belongs to another. */
export function nameOf(suffix: string, prefix: string): [name: string, known: Rebindable | undefined] {
  const name = prefix.replace(/[^-]$/, "$&-") + suffix;
  const known = globalThis.customElements?.get(name) as Rebindable | undefined;
  if (known && !known[REBIND]) throw new Error(`<${name}> is taken: choose a prefix.`);
  return [name, known];
}
