// Listens to the page: focus, visibility, network, back/forward cache. What follows from each is decided in
// `src/core/rules/page.rs`; before the engine runs, in `link.ts`.

import {
  FOCUSED,
  HIDDEN,
  LEAVING,
  OFFLINE,
  ONLINE,
  RESTORED,
  RESUMED,
  UNLOADING,
  VISIBLE,
} from "./boundary.js";

/** `Node.ELEMENT_NODE`. */
const ELEMENT = 1;

/** The events that the window gets, in its capture phase. */
interface PageEvents extends WindowEventMap {
  resume: Event;
  visibilitychange: Event;
}

/** Calls `listener` with the number of each `PageEvent` (`src/core/page_event.rs`), until the signal is aborted. */
export function watchPage(listener: (happening: number) => void, signal: AbortSignal) {
  /** Listens to one type of event. `happeningOf` returns the number of what an event means; none is reported if that is falsy. */
  const watch = <Type extends keyof PageEvents>(
    type: Type,
    happeningOf: (event: PageEvents[Type]) => number | boolean | undefined,
  ) =>
    window.addEventListener(
      type,
      (event) => {
        // The capture phase also brings events of which the target is an element of the page.
        const happening =
          (event.target as Node).nodeType !== ELEMENT && happeningOf(event as PageEvents[Type]);
        // No `PageEvent` has the number 0.
        if (happening) listener(happening as number);
      },
      // `capture`: called before the page's own listeners: their requests depend on what has happened.
      { __proto__: null, signal, capture: true },
    );
  /** Whether the page is in the back/forward cache, or on the way there or back. */
  let isAway: boolean | undefined;
  // The first event after a return from the cache reports `RESTORED`: in Chromium that is `resume`, elsewhere `visibilitychange`. A tab that
  // was merely frozen gets `resume`, too; messages that other tabs sent meanwhile may arrive after it.
  const restore = () => {
    isAway = false;
    return RESTORED;
  };
  watch("resume", () => (isAway ? restore() : RESUMED));
  watch("visibilitychange", () => !document.hidden && isAway && restore());
  watch("visibilitychange", () => (document.hidden ? HIDDEN : VISIBLE));
  watch("focus", () => FOCUSED);
  watch("online", () => ONLINE);
  watch("offline", () => OFFLINE);
  watch("pagehide", ({ persisted }) => {
    isAway = persisted;
    // Without `persisted` the page is unloaded.
    return persisted ? LEAVING : UNLOADING;
  });
  // Without `persisted` the page is new. The network may have changed while the page was in the cache: not every browser reports that.
  watch("pageshow", ({ persisted }) => persisted && (navigator.onLine ? ONLINE : OFFLINE));
  watch("pageshow", ({ persisted }) => persisted && isAway !== false && restore());
}
