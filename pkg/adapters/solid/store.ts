// Makes a store of the session an accessor, of which the value is never older than the session's.

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
import type { Store, Told, ValueOf } from "../shared/follow.js";

export const Provided = createContext<Session | undefined>(undefined);

export function useSessionClient(): Session {
  const session = useContext(Provided);
  if (!session)
    throw new Error("platform-session/solid: no session. Render this within <SessionProvider session={…}>.");
  return session;
}

/**
 * Returns an accessor of the value of the store that `open` gives: another store as soon as the signals that `open` reads ask for another. The
 * value is the session's own of this moment; Solid tracks a memo, so that it computes again only what has changed. `source`: the object that
 * tells of changes.
 */
export function useStore<
  Opened extends Told,
  Value = ValueOf<Opened>,
  Source extends Session | Valued = Session,
>(
  open: (source: Source, before: Opened | undefined) => Opened,
  // Where `now` and `initially` are left out, the store has a `value` and an `initial`.
  now = (store: Opened) => (store as Told as Store<Value>).value,
  initially = (store: Opened) => (store as Told as Store<Value>).initial,
  source = useSessionClient() as Source,
): Accessor<Value> {
  const store = createMemo<Opened>((before) => open(source, before));
  // The context is set on a server, and while what that has rendered is hydrated.
  const isHydrated = sharedConfig.context;
  let isLive = !isHydrated;
  const [track, trigger] = createSignal(undefined, { equals: false });
  const update = () => {
    trigger();
    // Triggered once more: a change within a transition is shown only as that ends.
    queueMicrotask(trigger);
  };
  // A microtask and not `onMount`, which Solid holds back for as long as any `lazy` component of the page is being hydrated.
  if (isHydrated && !isServer)
    queueMicrotask(() => {
      isLive = true;
      // Updates once every value is live that is hydrated together with this one.
      queueMicrotask(update);
    });
  // Each value is updated by itself: Solid ends an update where a binding throws, and all that comes after it would stay as it is.
  onCleanup(attachTo(source, { invalidate() {}, update }));
  // The role catalogue is read for as long as a gate has a listener. If `open` threw, Solid goes on without a
  // store here: the error boundary shows the error.
  createComputed(() => store() && onCleanup(store().subscribe(() => {})));
  const read = () => store() && (isLive ? now : initially)(store());
  const cell = createMemo<Cell>((before) => {
    track();
    return cellOf(before, read());
  });
  return () => readAhead(cell(), untrack(read));
}
