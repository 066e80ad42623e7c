// A store of the session as a computed value, which is never older than the session.

import { computed, getCurrentInstance, inject, onBeforeMount, shallowRef, watch } from "vue";
import { attachTo } from "../shared/attach.js";
import { cellOf, readAhead } from "../shared/cell.js";

export const sessionKey = /** @type {import("vue").InjectionKey<import("platform-session").Session>} */ (
  Symbol("platform-session")
);

export function useSessionClient() {
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
export function useStore(
  open,
  now = (store) => store.value,
  initially = (store) => store.initial,
  source = useSessionClient(),
) {
  const changes = changesOf(source);
  const store = computed((before) => open(source, before));
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
    // Before anybody reads what the store before it said.
    // The page may have put the others on `Object.prototype`.
    { immediate: true, flush: "sync", once: false, deep: false },
  );
  let read;
  const cell = computed((before) => {
    changes.track();
    const opened = store.value;
    read = () => (isLive ? now : initially)(opened);
    return cellOf(before, read());
  });
  // Still a computed to all that asks: Pinia takes any other ref for state.
  return Object.create(cell, { value: { get: () => readAhead(cell.value, read()) } });
}

/** By source: what all of its values depend on, so that they change together. */
const sources = new WeakMap();

const changesOf = (source) => sources.get(source) ?? sources.set(source, createChanges()).get(source);

/** An adapter of the session, which each of its values attaches: the first that is called speaks for all. */
function createChanges() {
  const version = shallowRef();
  let newest;
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
