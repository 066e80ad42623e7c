// How a page's elements are defined, and given another session later.

import type { Session } from "platform-session";
import { refuseOptions } from "../shared/options.js";
import { type Binding, createElementClass, type Kind } from "./bound-element.js";
import { nameOf, REBIND, type Rebind } from "./names.js";

/**
 * Makes a function that defines elements of these kinds, by their names without the prefix. Called again, that gives them another session.
 * `watch` is called with the session that they have, and returns a function that ends the watch. `accept` is called once nothing is refused
 * any more, before anything is defined.
 */
export const definerOf =
  (kinds: Record<string, Kind>, watch: (session: Session) => () => void) =>
  (
    session: Session,
    { prefix = "", ...others }: { prefix?: string | undefined } = {},
    accept?: () => void,
  ): void => {
    refuseOptions(others, "prefix");
    if (!session?.gate) throw new TypeError("The elements need a session: give them createSession().");
    const rebinds = new Set<Rebind>();
    const lacking: [name: string, kind: Kind][] = [];
    for (const [suffix, kind] of Object.entries(kinds)) {
      const [name, known] = nameOf(suffix, prefix);
      if (known) rebinds.add(known[REBIND]);
      else lacking.push([name, kind]);
    }
    accept?.();
    for (const rebind of rebinds) rebind(session);
    // On a server, nothing is defined.
    if (!globalThis.customElements || !lacking.length) return;

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

/** Calls `renew` and reports what it throws: one element with conditions of a wrong type does not keep the others from their session. */
function renewSafely(renew: () => void): void {
  try {
    renew();
  } catch (error) {
    reportError(error);
  }
}
