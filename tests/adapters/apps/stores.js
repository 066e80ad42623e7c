// Each store of the session, followed by each library. The global `differing` lists the values that differ.
import { toSignal } from "@angular/core/rxjs-interop";
import { from as rxjsFrom } from "rxjs";
import { createRoot, from as solidFrom } from "solid-js";
import { derived } from "svelte/store";
import * as platformSession from "/pkg/index.js";

/** Functions by library that follow a store by the library's own means: each returns `value()`, the library's value, and `end()`. */
const LIBRARIES = {
  svelte({ store }) {
    let shown;
    const end = derived(store, (value) => value).subscribe((value) => {
      shown = value;
    });
    return { value: () => shown, end };
  },
  solid: ({ store }) => createRoot((end) => ({ value: solidFrom(store), end })),
  angular({ store }) {
    const value = toSignal(store, { manualCleanup: true, requireSync: true });
    return { value, end: () => {} };
  },
  rxjs({ store }) {
    let shown;
    const subscription = rxjsFrom(store).subscribe((value) => {
      shown = value;
    });
    return { value: () => shown, end: () => subscription.unsubscribe() };
  },
};

globalThis.adapter = {
  libraries: Object.keys(LIBRARIES),
  start(options) {
    const session = platformSession.createSession({ ...options, tabs: false });
    const { permissions } = session;
    const feature = permissions.feature("chat-history");
    const reading = permissions.reading("chat-history");
    const gate = session.gate({ feature: "chat-history" });
    const stores = {
      session: { store: session, read: () => session.snapshot },
      permissions: { store: permissions, read: () => permissions.features },
      feature: { store: feature, read: () => feature.value },
      reading: { store: reading, read: () => reading.value },
      gate: { store: gate, read: () => gate.value },
    };
    const followed = Object.entries(LIBRARIES).flatMap(([library, follow]) =>
      Object.entries(stores).map(([name, store]) => ({ library, name, ...store, ...follow(store) })),
    );
    globalThis.session = session;
    /** Returns a line for each library and store with different values. */
    globalThis.differing = () =>
      followed
        .filter(({ value, read }) => value() !== read())
        .map(({ library, name }) => `${library}: ${name}`);
    globalThis.endAll = () => followed.forEach(({ end }) => void end());
  },
};
