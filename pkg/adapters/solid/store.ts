// `useStore`: an accessor of a store of the session. Its value is never older than the session's.

import type { Session } from "platform-session";
import {
  type Accessor,
  createComputed,
  createContext,
  createMemo,
  createSignal,
  onCleanup,
  sharedConfig,
  untrack,
  useContext,
} from "solid-js";
import { isServer } from "solid-js/web";
import { attachTo, type Valued } from "../shared/attach.js";
import { type Cell, cellOf, readAhead } from "../shared/cell.js";
import type { Notifier, Store, ValueOf } from "../shared/follow.js";

export const Provided = createContext<Session | undefined>(undefined);

export function useSessionClient(): Session {
  const session = useContext(Provided);
  if (!session)
    throw new Error("platform-session/solid: no session. Render this within <SessionProvider session={…}>.");
  return session;
}

/**
 * Returns an accessor of the value of the store that `open` returns; `open` is called again when signals that it reads change. The accessor reads
 * the store itself; Solid tracks a memo, so that it updates only what has changed. `source`: the object that notifies of changes, the session
 * unless another is passed.
 */
export function useStore<
  Opened extends Notifier,
  Value = ValueOf<Opened>,
  Source extends Session | Valued = Session,
>(
  open: (source: Source, before: Opened | undefined) => Opened,
  // Where `now` and `initially` are left out, the store has a `value` and an `initial`.
  now = (store: Opened) => (store as Notifier as Store<Value>).value,
  initially = (store: Opened) => (store as Notifier as Store<Value>).initial,
  source = useSessionClient() as Source,
): Accessor<Value> {
  const store = createMemo<Opened>((before) => open(source, before));
  // Solid sets the context on a server, and while it hydrates a server's HTML.
  const isHydrated = sharedConfig.context;
  let isLive = !isHydrated;
  const [track, trigger] = createSignal(undefined, { equals: false });
  const update = () => {
    trigger();
    // Triggered again after this: within a transition, the first trigger has no effect until the transition ends.
    queueMicrotask(trigger);
  };
  // A microtask and not `onMount`, which Solid delays while any `lazy` component of the page is being hydrated.
  if (isHydrated && !isServer)
    queueMicrotask(() => {
      isLive = true;
      // Updates only after all values that are hydrated together are live.
      queueMicrotask(update);
    });
  // Each value is updated by itself, because an error in a binding ends Solid's update, and later bindings would keep their old values.
  onCleanup(attachTo(source, { invalidate() {}, update }));
  // The role catalogue is read only while a gate has a listener. There is no store if `open` threw: the error boundary shows that error.
  createComputed(() => store() && onCleanup(store().subscribe(() => {})));
  const read = () => store() && (isLive ? now : initially)(store());
  const cell = createMemo<Cell>((before) => {
    track();
    return cellOf(before, read());
  });
  return () => readAhead(cell(), untrack(read));
}
