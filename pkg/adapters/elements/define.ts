// Defines elements of the package, and connects them to another session later.

import type { Session } from "platform-session";
import { refuseOptions } from "../shared/options.js";
import { type Binding, createElementClass, type Kind } from "./bound-element.js";
import { nameOf, REBIND, type Rebind } from "./names.js";

/**
 * Returns a function that defines elements; `kinds` has them by their names without the prefix. Calling that function again connects the
 * defined elements to another session. `watch` is called with each session, and returns a function that ends the watch. `accept` is called
 * after all arguments are checked, before an element is defined or changed.
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
    const undefinedKinds: [name: string, kind: Kind][] = [];
    for (const [suffix, kind] of Object.entries(kinds)) {
      const [name, definedClass] = nameOf(suffix, prefix);
      if (definedClass) rebinds.add(definedClass[REBIND]);
      else undefinedKinds.push([name, kind]);
    }
    accept?.();
    for (const rebind of rebinds) rebind(session);
    // On a server, nothing is defined.
    if (!globalThis.customElements || !undefinedKinds.length) return;

    let stop = watch(session);
    const binding: Binding = { session, renewals: new Set() };
    const rebind = (other: Session) => {
      stop();
      stop = watch(other);
      binding.session = other;
      for (const renew of binding.renewals) renewSafely(renew);
    };
    for (const [name, kind] of undefinedKinds) {
      customElements.define(name, Object.assign(createElementClass(binding, kind), { [REBIND]: rebind }));
    }
  };

/** Calls `renew` and reports what it throws, so that one element with wrong conditions does not keep the next ones from the new session. */
function renewSafely(renew: () => void): void {
  try {
    renew();
  } catch (error) {
    reportError(error);
  }
}
