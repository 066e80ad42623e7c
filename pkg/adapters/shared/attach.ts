// Has the values of a framework follow a session, or anything else that has a value and can be subscribed to.

import type { Session, Subscribable } from "platform-session";
import type { Adapter } from "../../entry/publisher.js";
import { adapted } from "./adapted.js";

/** What has a value, and tells of another. */
export interface Valued extends Subscribable<unknown> {
  readonly value: unknown;
}

/** `adapter` as in `adapted`; gives what ends that. */
export function attachTo(source: Session | Valued, adapter: Adapter): () => void {
  // What is no session has nothing there.
  const session: ReturnType<typeof adapted> | undefined = adapted(source as Session);
  if (session) return session.attach(adapter);
  let { value } = source as Valued;
  return (source as Valued).subscribe((now) => {
    // Called at once, too, with what is known already.
    if (now === value) return;
    value = now;
    adapter.invalidate();
    adapter.update();
  });
}
