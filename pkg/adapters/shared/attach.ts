// Keeps the values of a framework up to date with a session, or with any other object that has a value and can be subscribed to.

import type { Session, Subscribable } from "platform-session";
import type { Adapter } from "../../entry/publisher.js";
import { adapted } from "./adapted.js";

/** An object that has a value, and calls its listeners when the value changes. */
export interface Valued extends Subscribable<unknown> {
  readonly value: unknown;
}

/** Calls `adapter` at each change of the source: first `invalidate`, then `update`. Returns a function that ends that. */
export function attachTo(source: Session | Valued, adapter: Adapter): () => void {
  // `undefined` where the source is no session.
  const session: ReturnType<typeof adapted> | undefined = adapted(source as Session);
  if (session) return session.attach(adapter);
  let { value } = source as Valued;
  return (source as Valued).subscribe((now) => {
    // `subscribe` calls this listener at once, too, with a value that is not a change.
    if (now === value) return;
    value = now;
    adapter.invalidate();
    adapter.update();
  });
}
