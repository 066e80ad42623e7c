// `useStore`: a computed value of a store of the session, which is never older than the session's.

import type { Session } from "platform-session";
import {
  type ComputedRef,
  computed,
  getCurrentInstance,
  type InjectionKey,
  inject,
  onBeforeMount,
  shallowRef,
  watch,
} from "vue";
import { attachTo, type Valued } from "../shared/attach.js";
import { type Cell, cellOf, readAhead } from "../shared/cell.js";
import type { Notifier, Store, ValueOf } from "../shared/follow.js";

export const sessionKey: InjectionKey<Session> = Symbol("platform-session");

export function useSessionClient(): Session {
  const session = inject(sessionKey, null);
  if (!session)
    throw new Error(
      "platform-session/vue: no session. Call app.use(sessionPlugin(session)) before mounting, and this in setup.",
    );
  return session;
}

/**
 * Returns a computed value of the store that `open` returns; `open` is called again when refs that it reads change. The value is read from the
 * store itself; Vue tracks a computed, so that it renders again only what has changed. `source`: the object that notifies of changes, the session
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
): ComputedRef<Value> {
  const changes = changesOf(source);
  const store = computed<Opened>((before) => open(source, before));
  // A component that is being set up has an element already only if a server rendered it.
  const isHydrated = getCurrentInstance()?.vnode.el?.isConnected;
  let isLive = !isHydrated;
  // The values become live once this component is hydrated. `mounted` may come much later: within `<Suspense>` it waits for all other content.
  if (isHydrated)
    onBeforeMount(() =>
      queueMicrotask(() => {
        isLive = true;
        changes.invalidate();
        // Updates only after all values that are hydrated together are live.
        queueMicrotask(changes.update);
      }),
    );
  watch(
    store,
    ({ subscribe }, _, onCleanup) => {
      // The role catalogue is read only while a gate has a listener.
      const cleanups = [attachTo(source, { ...changes }), subscribe(() => {})];
      onCleanup(() => {
        for (const cleanup of cleanups) cleanup();
      });
    },
    // `sync`: runs before a component can read the old store's value. The last two options are set because the page may have put others on
    // `Object.prototype`.
    { immediate: true, flush: "sync", once: false, deep: false },
  );
  let read: () => Value;
  const cell = computed<Cell>((before) => {
    changes.track();
    const opened = store.value;
    read = () => (isLive ? now : initially)(opened);
    return cellOf(before, read());
  });
  // The result inherits from the computed, so that libraries still take it for one: Pinia would take any other ref for state.
  return Object.create(cell, { value: { get: () => readAhead(cell.value, read()) } });
}

/** The adapter of each source: all values of a source share it, so that they change together. */
const changesBySource = new WeakMap<object, Changes>();

type Changes = ReturnType<typeof createChanges>;

const changesOf = (source: object) =>
  changesBySource.get(source) ?? (changesBySource.set(source, createChanges()).get(source) as Changes);

/** Makes the adapter of a source. Every value attaches it; in each update only the first call has an effect. */
function createChanges() {
  const version = shallowRef<object>();
  let newest: object | undefined;
  return {
    track: () => version.value,
    // Does not set `version` yet, because that would run the page's watchers with `flush: "sync"`.
    invalidate() {
      newest = {};
    },
    update() {
      version.value = newest;
    },
  };
}
