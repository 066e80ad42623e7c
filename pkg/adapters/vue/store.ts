// A store of the session as a computed value, which is never older than the session.

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
 * The value of the store that `open` gives; another store as soon as what it reads asks for another. What is read is the session's own value
 * of this moment; what Vue tracks is a computed, so that only what has changed renders again. `source`: what tells of changes.
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
): ComputedRef<Value> {
  const changes = changesOf(source);
  const store = computed<Opened>((before) => open(source, before));
  // Vue gives a component its element before it is set up only where a server rendered that.
  const isHydrated = getCurrentInstance()?.vnode.el?.isConnected;
  let isLive = !isHydrated;
  // Once this component is hydrated. Within `<Suspense>`, `mounted` waits for whatever else is in there.
  if (isHydrated)
    onBeforeMount(() =>
      queueMicrotask(() => {
        isLive = true;
        changes.invalidate();
        // Once all are live that have been hydrated with this.
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
    // Before a component reads what the store before it said.
    // The page may have put the others on `Object.prototype`.
    { immediate: true, flush: "sync", once: false, deep: false },
  );
  let read: () => Value;
  const cell = computed<Cell>((before) => {
    changes.track();
    const opened = store.value;
    read = () => (isLive ? now : initially)(opened);
    return cellOf(before, read());
  });
  // Still a computed to all that asks: Pinia takes any other ref for state.
  return Object.create(cell, { value: { get: () => readAhead(cell.value, read()) } });
}

/** By source: what all of its values depend on, so that they change together. */
const sources = new WeakMap<object, Changes>();

type Changes = ReturnType<typeof createChanges>;

const changesOf = (source: object) =>
  sources.get(source) ?? (sources.set(source, createChanges()).get(source) as Changes);

/** An adapter of the session, which each of its values attaches: the first that is called speaks for all. */
function createChanges() {
  const version = shallowRef<object>();
  let newest: object | undefined;
  return {
    track: () => version.value,
    // Renders nothing: watchers with `flush: "sync"` are the page's code.
    invalidate() {
      newest = {};
    },
    update() {
      version.value = newest;
    },
  };
}
