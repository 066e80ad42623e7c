// Has the values of a framework follow a session, or anything else that has a value and can be subscribed to.

import { adapted } from "./adapted.js";

/** `adapter` as in `adapted`; gives what ends that. */
export function attachTo(source, adapter) {
  const session = adapted(source);
  if (session) return session.attach(adapter);
  let { value } = source;
  return source.subscribe((now) => {
    // Called at once, too, with what is known already.
    if (now === value) return;
    value = now;
    adapter.invalidate();
    adapter.update();
  });
}
