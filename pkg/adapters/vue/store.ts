// Makes a store of the session a computed value, which is never older than the session's.

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
import type { Store, Told, ValueOf } from "../shared/follow.js";

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
 * Returns the value of the store that `open` gives: another store as soon as the refs that `open` reads ask for another. The value is the
 * session's own of this moment; Vue tracks a computed, so that it renders again only what has changed. `source`: the object that tells of
 * changes.
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
): ComputedRef<Value> {
  const changes = changesOf(source);
  const store = computed<Opened>((before) => open(source, before));
  // Vue gives a component its element before it is set up only where a server rendered that.
  const isHydrated = getCurrentInstance()?.vnode.el?.isConnected;
  let isLive = !isHydrated;
  // The values become live once this component is hydrated. `mounted` would be late: within `<Suspense>` it waits for all else in there.
  if (isHydrated)
    onBeforeMount(() =>
      queueMicrotask(() => {
        isLive = true;
        changes.invalidate();
        // Updates once every value is live that is hydrated together with this one.
        queueMicrotask(changes.update);
      }),
    );
  watch(
    store,
    ({ subscribe }, _, onCleanup) => {
      // The role catalogue is read for as long as a gate has a listener.
      const ends = [attachTo(source, { ...changes }), subscribe(() => {})];
      onCleanup(() => {
        for (const end of ends) end();
      });
    },
    // `sync`: this runs before a component reads the value of the store before. The last two options are given, for the page may have put
    // them on `Object.prototype`.
    { immediate: true, flush: "sync", once: false, deep: false },
  );
  let read: () => Value;
  const cell = computed<Cell>((before) => {
    changes.track();
    const opened = store.value;
    read = () => (isLive ? now : initially)(opened);
    return cellOf(before, read());
  });
  // The result is still a computed to libraries that ask: Pinia would take any other ref for state.
  return Object.create(cell, { value: { get: () => readAhead(cell.value, read()) } });
}

/** For each source the changes that all of its values depend on, so that they change together. */
const sources = new WeakMap<object, Changes>();

type Changes = ReturnType<typeof createChanges>;

const changesOf = (source: object) =>
  sources.get(source) ?? (sources.set(source, createChanges()).get(source) as Changes);

/** Makes an adapter that every value of a source attaches: the first call of each update changes all values, the others nothing. */
function createChanges() {
  const version = shallowRef<object>();
  let newest: object | undefined;
  return {
    track: () => version.value,
    // Must not set `version` yet: watchers with `flush: "sync"`, which are the page's code, would run.
    invalidate() {
      newest = {};
    },
    update() {
      version.value = newest;
    },
  };
}
