// Makes the values of a framework follow a session, or anything else that has a value and can be subscribed to.

import type { Session, Subscribable } from "platform-session";
import type { Adapter } from "../../entry/publisher.js";
import { adapted } from "./adapted.js";

/** An object that has a value, and calls its listeners when it has another. */
export interface Valued extends Subscribable<unknown> {
  readonly value: unknown;
}

/** Calls `adapter` as `attach` in `adapted.ts` does, and returns a function that ends that. */
export function attachTo(source: Session | Valued, adapter: Adapter): () => void {
  // `undefined` where the source is no session.
  const session: ReturnType<typeof adapted> | undefined = adapted(source as Session);
  if (session) return session.attach(adapter);
  let { value } = source as Valued;
  return (source as Valued).subscribe((now) => {
    // `subscribe` calls this at once, too, with the value that is known already.
    if (now === value) return;
    value = now;
    adapter.invalidate();
    adapter.update();
  });
}
