// A store of the core's as an accessor, which is never older than the session.

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
 * The value of the store that `open` gives; another store as soon as what it reads asks for another. What is read is the session's own value
 * of this moment; what Solid tracks is a memo, so that only what has changed is computed again. `source`: what tells of changes.
 */
export function useStore<
  Opened extends Told,
  Value = ValueOf<Opened>,
  Source extends Session | Valued = Session,
>(
  open: (source: Source, before: Opened | undefined) => Opened,
  // Where these are left out, the store has both.
  now = (store: Opened) => (store as Told as Store<Value>).value,
  initially = (store: Opened) => (store as Told as Store<Value>).initial,
  source = useSessionClient() as Source,
): Accessor<Value> {
  const store = createMemo<Opened>((before) => open(source, before));
  // Set on a server, and while what it rendered is hydrated.
  const isHydrated = sharedConfig.context;
  let isLive = !isHydrated;
  const [track, trigger] = createSignal(undefined, { equals: false });
  const update = () => {
    trigger();
    // What is triggered within a transition is shown only as that ends.
    queueMicrotask(trigger);
  };
  // Not `onMount`, which Solid holds back for as long as any `lazy` component of the page is being hydrated.
  if (isHydrated && !isServer)
    queueMicrotask(() => {
      isLive = true;
      // Once all are live that have been hydrated with this.
      queueMicrotask(update);
    });
  // Each by itself: Solid ends an update where a binding throws, and all that comes after it would stay as it is.
  onCleanup(attachTo(source, { invalidate() {}, update }));
  // The role catalogue is read for as long as a gate has a listener. Solid goes on where `open` threw, without a store: what it said is what
  // the error boundary shows.
  createComputed(() => store() && onCleanup(store().subscribe(() => {})));
  const read = () => store() && (isLive ? now : initially)(store());
  const cell = createMemo<Cell>((before) => {
    track();
    return cellOf(before, read());
  });
  return () => readAhead(cell(), untrack(read));
}
