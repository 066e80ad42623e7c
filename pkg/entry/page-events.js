// Listens to the page: focus, visibility, network, back/forward cache. What follows from each is decided in
// `src/core/rules/page.rs`; before the engine runs, in `link.js`.

/** `Node.ELEMENT_NODE`. */
const ELEMENT = 1;

/** Calls back with what happens to the page, by the names in `handle_event` (`src/js/engine.rs`), until the signal is aborted. */
export function watchPage(listener, signal) {
  const on = (type, nameOf = (_event) => type) =>
    window.addEventListener(
      type,
      (event) => {
        // In the capture phase the events of the page's elements arrive, too.
        const name = event.target.nodeType !== ELEMENT && nameOf(event);
        if (name) listener(name);
      },
      // Before the page's own listeners, whose requests depend on it.
      { __proto__: null, signal, capture: true },
    );
  /** In the back/forward cache, or on the way there or back. */
  let isAway;
  // The first event of a return tells of it. Which one that is, is the browser's: Chromium begins with `resume`, others with
  // `visibilitychange`. A tab that was merely frozen resumes, too: what other tabs have said meanwhile may come later.
  const returns = () => {
    isAway = false;
    return "restored";
  };
  on("resume", () => (isAway ? returns() : "resumed"));
  on("visibilitychange", () => !document.hidden && isAway && returns());
  on("visibilitychange", () => (document.hidden ? "hidden" : "visible"));
  on("focus", () => "focused");
  on("online");
  on("offline");
  on("pagehide", ({ persisted }) => {
    isAway = persisted;
    // Without `persisted` the page is unloaded.
    return persisted ? "leaving" : "unloading";
  });
  // Not every browser tells a page in the cache that the network has changed.
  // Without `persisted` the page is new.
  on("pageshow", ({ persisted }) => persisted && (navigator.onLine ? "online" : "offline"));
  on("pageshow", ({ persisted }) => persisted && isAway !== false && returns());
}
