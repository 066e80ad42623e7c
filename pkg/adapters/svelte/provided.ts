// The values of a session that one `setSession` provides: each reads the session itself, and Svelte is told when it is another.

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

/** Whether this runs on a server: there, nothing changes and no element is hidden. */
export const isOnServer = () => typeof document === "undefined";

/** A value that effects read. */
interface Followed<Value = unknown> {
  read(): Value;
  /** The value that Svelte was told of last. */
  last: unknown;
  /** Makes Svelte run the effects again that read this value, together with everything else that has changed. */
  changed(): void;
  /** Makes Svelte run the same effects again, but for this value alone. */
  again(): void;
}

export type Provided = ReturnType<typeof provide>;

/** Makes the values of a session, for as long as the component lives in which this is called. */
export function provide(session: Session) {
  let isLive = isOnServer() || !isHydrating();
  if (!isLive)
    // The values become live before the next frame. `onMount` may come late: Svelte may wait for a request before it.
    queueMicrotask(() => {
      isLive = true;
      invalidate();
      update();
    });

  const followed = new Set<Followed>();
  /** The followed values with a change that Svelte has not rendered yet. */
  const changed = new Set<Followed>();
  let detach: () => void;
  const add = (value: Followed) => {
    if (followed.size === 0) detach = attach();
    followed.add(value);
  };
  const remove = (value: Followed) => {
    followed.delete(value);
    changed.delete(value);
    if (followed.size === 0) detach();
  };

  /** The number of the change that Svelte was told of last, and of the one that it has rendered, which an effect beside those of the page notes. */
  let change = 0;
  let rendered = 0;
  let tellProbe = () => {};
  const probe = reactivity.createSubscriber((tell) => {
    tellProbe = tell;
  });

  function attach() {
    const stopProbe = toStore(() => {
      probe();
      rendered = change;
    }).subscribe(() => {});
    const ends = [adapted(session).attach({ invalidate, update }), warnWhenClosed(session), stopProbe];
    return () => {
      for (const end of ends) end();
    };
  }

  /** Tells Svelte what has changed: derived values are right from here on. Rendering waits for `update`. */
  function invalidate() {
    for (const value of followed) {
      const now = value.read();
      if (now !== value.last) changed.add(value);
      value.last = now;
    }
    if (changed.size === 0) return;
    change++;
    tellProbe();
    for (const value of changed) value.changed();
  }

  /**
   * Renders what has changed. Svelte commits all changes of one moment together: a binding that throws ends the rendering of everything
   * after it, and with `experimental.async` a request that depends on the session holds it. Then each value is rendered by itself.
   */
  function update() {
    if (changed.size === 0) return;
    if (isRendering()) return queueMicrotask(update);
    const values = [...changed];
    changed.clear();
    let report: (error: unknown) => void = globalThis.reportError ?? console.error;
    try {
      flushSync();
      if (rendered === change) return;
    } catch (error) {
      report(error);
      // The same error will be thrown again below, and is reported once.
      report = () => {};
    }
    for (const value of values) {
      try {
        value.again();
        flushSync();
      } catch (error) {
        report(error);
      }
    }
  }

  return {
    session,
    /** Returns a function that reads the source's value; an effect that calls it follows the value. */
    follow<Value>(source: Store<Value>): () => Value {
      const value: Followed<Value> = {
        read: () => (isLive ? source.value : source.initial),
        last: undefined,
        changed() {},
        again() {},
      };
      const follow = reactivity.createSubscriber((tell) => {
        value.last = value.read();
        value.changed = tell;
        add(value);
        // A gate with a role needs a listener: the role catalogue is read for those alone.
        const end = source.subscribe(() => {});
        return () => {
          end();
          remove(value);
        };
      });
      const followAgain = reactivity.createSubscriber((tell) => {
        value.again = tell;
      });
      return () => {
        follow();
        followAgain();
        return value.read();
      };
    },
  };
}

/** Whether this is called from a component or an effect. Svelte cannot be flushed then, and goes on by itself. */
function isRendering() {
  try {
    return Boolean(getAllContexts());
  } catch {
    return false;
  }
}

/**
 * Whether the component that is being created takes over what a server rendered. Svelte tells its compiled components alone: asked for the
 * first child of an element, it then gives them the server's node in place of it. A version that no longer tells is taken to hydrate, so
 * that it finds what the server rendered.
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
