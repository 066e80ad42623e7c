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

/** Calls back with what happens to the page, by the number of a `PageEvent` (`src/core/page_event.rs`), until the signal is aborted. */
export function watchPage(listener: (happening: number) => void, signal: AbortSignal) {
  const on = <Type extends keyof PageEvents>(
    type: Type,
    happeningOf: (event: PageEvents[Type]) => number | boolean | undefined,
  ) =>
    window.addEventListener(
      type,
      (event) => {
        // In the capture phase the events of the page's elements arrive, too.
        const happening =
          (event.target as Node).nodeType !== ELEMENT && happeningOf(event as PageEvents[Type]);
        // The number 0 is a message's.
        if (happening) listener(happening as number);
      },
      // Called before the page's own listeners: their requests depend on what has happened.
      { __proto__: null, signal, capture: true },
    );
  /** Whether the page is in the back/forward cache, or on the way there or back. */
  let isAway: boolean | undefined;
  // The first event of a return tells of it. Which one that is, is the browser's: Chromium begins with `resume`, others with
  // `visibilitychange`. A tab that was merely frozen resumes, too: what other tabs have said meanwhile may come later.
  const returns = () => {
    isAway = false;
    return RESTORED;
  };
  on("resume", () => (isAway ? returns() : RESUMED));
  on("visibilitychange", () => !document.hidden && isAway && returns());
  on("visibilitychange", () => (document.hidden ? HIDDEN : VISIBLE));
  on("focus", () => FOCUSED);
  on("online", () => ONLINE);
  on("offline", () => OFFLINE);
  on("pagehide", ({ persisted }) => {
    isAway = persisted;
    // Without `persisted` the page is unloaded.
    return persisted ? LEAVING : UNLOADING;
  });
  // Not every browser tells a page in the cache that the network has changed.
  // Without `persisted` the page is new.
  on("pageshow", ({ persisted }) => persisted && (navigator.onLine ? ONLINE : OFFLINE));
  on("pageshow", ({ persisted }) => persisted && isAway !== false && returns());
}
