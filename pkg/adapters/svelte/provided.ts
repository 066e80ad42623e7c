// `provide`: the values that `setSession` provides. Each reads the session itself, and notifies Svelte when it has changed.

import type { Session } from "platform-session";
import { flushSync, getAllContexts } from "svelte";
// @ts-expect-error Svelte declares no types for what its compiled components call.
import * as compiled from "svelte/internal/client";
// Imported as a whole: a bundler stops at a name that Svelte before 5.7 lacks, and does not say why.
import * as reactivity from "svelte/reactivity";
import { toStore } from "svelte/store";
import { adapted } from "../shared/adapted.js";
import { warnWhenClosed } from "../shared/closed.js";
import type { Store } from "../shared/follow.js";

/** Whether this runs on a server: there, the session never changes, and no element is hidden. */
export const isOnServer = () => typeof document === "undefined";

/** A value of the session that effects read. Svelte has two subscriptions to it, so that it can also be rendered by itself. */
interface FollowedValue<Value = unknown> {
  read(): Value;
  /** The value at the last notification of Svelte. */
  last: unknown;
  /** Notifies Svelte that this value has changed; it runs the effects that read the value. */
  notify(): void;
  /** Notifies Svelte once more, to render this value by itself. */
  notifyAgain(): void;
}

export type Provided = ReturnType<typeof provide>;

/** Makes the values of a session for the component in which this is called, and for the components within. */
export function provide(session: Session) {
  let isLive = isOnServer() || !isHydrating();
  if (!isLive)
    // The values become live before the next frame. Not in `onMount`, before which Svelte may wait for a request.
    queueMicrotask(() => {
      isLive = true;
      invalidate();
      update();
    });

  const followed = new Set<FollowedValue>();
  /** The followed values with a change that Svelte has not rendered yet. */
  const unrendered = new Set<FollowedValue>();
  let detach: () => void;
  const add = (value: FollowedValue) => {
    if (followed.size === 0) detach = attach();
    followed.add(value);
  };
  const remove = (value: FollowedValue) => {
    followed.delete(value);
    unrendered.delete(value);
    if (followed.size === 0) detach();
  };

  // The probe is an effect that notes the number of the newest change when Svelte runs it. So `update` sees whether Svelte has rendered.
  let newestChange = 0;
  let renderedChange = 0;
  let notifyProbe = () => {};
  const probe = reactivity.createSubscriber((notify) => {
    notifyProbe = notify;
  });

  function attach() {
    const stopProbe = toStore(() => {
      probe();
      renderedChange = newestChange;
    }).subscribe(() => {});
    const cleanups = [adapted(session).attach({ invalidate, update }), warnWhenClosed(session), stopProbe];
    return () => {
      for (const cleanup of cleanups) cleanup();
    };
  }

  /** Notifies Svelte of the values that have changed: derived values are right from now on. Rendering waits for `update`. */
  function invalidate() {
    for (const value of followed) {
      const now = value.read();
      if (now !== value.last) unrendered.add(value);
      value.last = now;
    }
    if (unrendered.size === 0) return;
    newestChange++;
    notifyProbe();
    for (const value of unrendered) value.notify();
  }

  /**
   * Renders the values that have changed. Svelte renders all changes of one moment together, but stops where a binding throws, and with
   * `experimental.async` waits for a request that depends on the session. Then each value is rendered by itself.
   */
  function update() {
    if (unrendered.size === 0) return;
    if (isRendering()) return queueMicrotask(update);
    const values = [...unrendered];
    unrendered.clear();
    let report: (error: unknown) => void = globalThis.reportError ?? console.error;
    try {
      flushSync();
      if (renderedChange === newestChange) return;
    } catch (error) {
      report(error);
      // The loop below will meet the same error, which is reported only once.
      report = () => {};
    }
    for (const value of values) {
      try {
        value.notifyAgain();
        flushSync();
      } catch (error) {
        report(error);
      }
    }
  }

  return {
    session,
    /** Returns a function that reads the source's value; an effect that calls the function runs again when the value changes. */
    follow<Value>(source: Store<Value>): () => Value {
      const value: FollowedValue<Value> = {
        read: () => (isLive ? source.value : source.initial),
        last: undefined,
        notify() {},
        notifyAgain() {},
      };
      const follow = reactivity.createSubscriber((notify) => {
        value.last = value.read();
        value.notify = notify;
        add(value);
        // The role catalogue is read only while a gate has a listener.
        const unsubscribe = source.subscribe(() => {});
        return () => {
          unsubscribe();
          remove(value);
        };
      });
      const followAgain = reactivity.createSubscriber((notify) => {
        value.notifyAgain = notify;
      });
      return () => {
        follow();
        followAgain();
        return value.read();
      };
    },
  };
}

/** Whether this is called from a component or an effect. Then `flushSync` must not be called, and Svelte goes on rendering by itself. */
function isRendering() {
  try {
    return Boolean(getAllContexts());
  } catch {
    return false;
  }
}

/**
 * Whether Svelte hydrates a server's HTML for the component that is being created. There is no public way to find out: while Svelte hydrates, its
 * internal `first_child` returns the server's node instead of the child. Where that function fails, hydration is assumed, which is safe: the
 * first values are then the server's.
 */
function isHydrating() {
  const element = document.createElement("div");
  const child = element.appendChild(document.createElement("div"));
  try {
    return compiled.first_child(element) !== child;
  } catch {
    return true;
  }
}
