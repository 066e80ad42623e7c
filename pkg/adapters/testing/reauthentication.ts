// `session.reauthentication` of a test session: the open request to sign in again, which a test or a component of the page answers.

import type { Reauthentication } from "platform-session/reauthentication";
import { createReauthentication } from "../reauthentication/reauthentication.js";

/** Like `createReauthentication()`, but listeners are called within the test's `notify`, as for the session's publications. */
export function createTestReauthentication(notify: (publish: () => void) => void): Reauthentication {
  const reauthentication = createReauthentication();
  const subscribe: Reauthentication["subscribe"] = (listener) => {
    const observer = typeof listener === "function" ? { next: listener } : listener;
    // Throws a `TypeError` where the listener is neither a function nor an object.
    Reflect.has(observer, "next");
    let isSubscribed = false;
    const subscription = reauthentication.subscribe((value) => {
      const deliver = () => observer.next?.(value);
      // A framework may subscribe while it renders, where `act` must not be called.
      if (isSubscribed) notify(deliver);
      else deliver();
    });
    isSubscribed = true;
    return subscription;
  };
  return Object.freeze(Object.create(reauthentication, { subscribe: { value: subscribe } }));
}
